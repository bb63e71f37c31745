/** Base URL of the service: the folder of this page, which may be served under a path. */
export const serviceBaseUrl: URL = new URL('.', document.baseURI);

/** The URL of a path of the service that starts with a slash. */
export function serviceUrlOf(path: string): string {
  return new URL(path.slice(1), serviceBaseUrl).href;
}
