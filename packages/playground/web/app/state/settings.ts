import { type Kept, kept } from './stored.js';

export const themes = ['system', 'light', 'dark'] as const;

/** Which colours the page has. */
export type Theme = (typeof themes)[number];

/** The colours that were chosen. */
export const theme: Kept<Theme> = kept(
  () => localStorage,
  'theme',
  (found) => themes.find((known) => known === found) ?? 'system',
);

/** Whether keys without a modifier are shortcuts. */
export const singleKeys: Kept<boolean> = kept(
  () => localStorage,
  'single-keys',
  (found) => found !== false,
);

/** The API key: kept for this tab only, and neither in the address nor in the history. */
export const apiKey: Kept<string> = kept(
  () => sessionStorage,
  'key',
  (found) => (typeof found === 'string' ? found : ''),
);

/** Shows the page in the colours that were chosen. */
export function applyTheme(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

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
