/** Which browser to use: one of this machine, or one that runs elsewhere. */
export interface BrowserPlace {
  /** Path of Chromium or Chrome. Not together with `cdpUrl`. @default where Chromium or Chrome is usually installed */
  executablePath?: string;
  /** Address of a running browser's DevTools protocol, `http:` or `ws:`. It may hold credentials and is never shown. */
  cdpUrl?: string;
  /** Whether Chromium confines its pages; it cannot where it is run by root. @default true */
  sandbox?: boolean;
  /** Further arguments for Chromium. @default [] */
  args?: readonly string[];
}
