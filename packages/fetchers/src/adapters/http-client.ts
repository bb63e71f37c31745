import type * as Got from 'got';

/** The library for requests over HTTP. */
export type HttpClient = typeof Got;

let loaded: HttpClient | undefined;

/** Loads the HTTP client on first use: its sixty modules take a tenth of a second, which programs that fetch nothing save. */
export async function loadHttpClient(): Promise<HttpClient> {
  loaded ??= await import('got');
  return loaded;
}

/** The HTTP client, or undefined if nothing has used it, so that no error can be one of its errors. */
export function loadedHttpClient(): HttpClient | undefined {
  return loaded;
}
