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
