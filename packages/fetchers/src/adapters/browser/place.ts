import { loadDriver } from './driver.js';

/** Which browser to use: one of this machine, or one that runs elsewhere. */
export interface BrowserPlace {
  /** Path of Chromium or Chrome. Not together with `cdpUrl`. */
  executablePath?: string;
  /** Address of a running browser's DevTools protocol, `http:` or `ws:`. It may hold credentials and is never shown. */
  cdpUrl?: string;
  /** Whether Chromium confines its pages; it cannot where it is run by root. @default true */
  sandbox?: boolean;
  /** Further arguments for Chromium. @default [] */
  args?: readonly string[];
}

/**
 * Loads the package that drives browsers, so that its absence is noticed before the first page. Throws a `FetchError` of
 * code `misconfigured`.
 */
export async function loadBrowserDriver(): Promise<void> {
  await loadDriver();
}
