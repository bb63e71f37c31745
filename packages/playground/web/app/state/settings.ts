import { type StoredValue, storedValue } from './stored.js';

export const themes = ['system', 'light', 'dark'] as const;

/** The colour theme of the page. */
export type Theme = (typeof themes)[number];

/** The chosen theme. */
export const storedTheme: StoredValue<Theme> = storedValue(
  () => localStorage,
  'theme',
  (found) => themes.find((known) => known === found) ?? 'system',
);

/** Whether keys without a modifier are shortcuts. */
export const storedSingleKeyShortcuts: StoredValue<boolean> = storedValue(
  () => localStorage,
  'single-keys',
  (found) => found !== false,
);

/** The API key, stored for this tab only, and neither in the URL nor in the history. */
export const storedApiKey: StoredValue<string> = storedValue(
  () => sessionStorage,
  'key',
  (found) => (typeof found === 'string' ? found : ''),
);

/** Applies the chosen theme. */
export function applyTheme(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

/** The quick start key, stored on this device, as its URL is printed only once. */
const startKey: StoredValue<string> = storedValue(
  () => localStorage,
  'start-key',
  (found) => (typeof found === 'string' ? found : ''),
);

/** The key in a URL fragment, and the fragment without it; undefined if there is none. */
export function apiKeyInFragment(hash: string): { key: string; hash: string } | undefined {
  const found = /(?:[#?&])key=([^&]+)/.exec(hash);
  if (found === null) return undefined;
  const rest = hash.replace(/([#?&])key=[^&]+&?/, '$1').replace(/[?&]$/, '');
  return { key: decodedKey(found[1] ?? ''), hash: rest === '#' ? '' : rest };
}

/**
 * Takes the key from the URL fragment, which browsers do not send to servers, stores it and removes it from the address
 * bar and the browser history. Returns the stored key; '' if there is none.
 */
export function takeStartApiKey(): string {
  const found = apiKeyInFragment(location.hash);
  if (found === undefined) return startKey.read();
  startKey.write(found.key);
  storedApiKey.write(found.key); // replaces any other key of this tab
  history.replaceState(null, '', `${location.pathname}${location.search}${found.hash}`);
  return found.key;
}

function decodedKey(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // the key itself contains a percent sign
  }
}
