/** Address of the service: where this page is, so that it may be served below a path. */
export const base: URL = new URL('.', document.baseURI);

/** The address of a path of the service, which begins with a slash. */
export function addressOf(path: string): string {
  return new URL(path.slice(1), base).href;
}
