import { apiKey } from './settings.js';
import { type Kept, kept } from './stored.js';

/** The key of the quick start, kept on this device: its address is printed once. */
const startKey: Kept<string> = kept(
  () => localStorage,
  'start-key',
  (found) => (typeof found === 'string' ? found : ''),
);

/** The address without the key in its fragment, and the key; undefined where it has none. */
export function keyInFragment(hash: string): { key: string; hash: string } | undefined {
  const found = /(?:[#?&])key=([^&]+)/.exec(hash);
  if (found === null) return undefined;
  const rest = hash.replace(/([#?&])key=[^&]+&?/, '$1').replace(/[?&]$/, '');
  return { key: decodedKey(found[1] ?? ''), hash: rest === '#' ? '' : rest };
}

/**
 * Takes the key out of the fragment of the address, which no browser sends to a server, keeps it and removes it from the
 * address bar and the browser's history. Returns the key that is kept; '' where there is none.
 */
export function takeStartKey(): string {
  const found = keyInFragment(location.hash);
  if (found === undefined) return startKey.read();
  startKey.write(found.key);
  apiKey.write(found.key); // also where this tab had another one
  history.replaceState(null, '', `${location.pathname}${location.search}${found.hash}`);
  return found.key;
}

function decodedKey(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a key that holds a percent sign of its own
  }
}
