import type { IncomingHttpHeaders } from 'node:http';
import type * as Got from 'got';
import type { PlainResponse, RequestError } from 'got';
import { parseUrl } from '../engines.js';
import { copyErrorWithoutSecrets, FetchError, type FetchErrorCode } from '../errors.js';
import type { PageRequest, RawPage, Session } from '../types.js';

/** Reads a body to its end. Throws a `FetchError` of code `too_large` if it exceeds the limit. */
export async function readAllBytes(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FetchError('too_large', `The body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The headers with one string each. Without `Set-Cookie`: the session has the cookies, and pages may be recorded. */
export function headersWithoutSetCookie(headers: IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === 'set-cookie') continue;
    plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

/**
 * Throws a `FetchError` of code `bad_response` if the body is still encoded: the HTTP client decodes only the encodings that were
 * requested. Error statuses are accepted, because the status alone identifies them.
 */
export function assertBodyDecoded({ statusCode, headers }: { statusCode: number; headers: IncomingHttpHeaders }): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (statusCode >= 400 || encoding === '' || encoding === 'identity') return;
  throw new FetchError('bad_response', 'The body has an encoding that was not asked for');
}

/** The session's cookies, overridden by those of the request for its host. */
export function withRequestCookies({ url, cookies }: PageRequest, { cookies: jar }: Session): Session['cookies'] {
  const { host } = new URL(url);
  return {
    async getCookieString(target) {
      const own = await jar.getCookieString(target);
      if (new URL(target).host !== host) return own;
      const kept = own.split('; ').filter((pair) => pair !== '' && !Object.hasOwn(cookies, nameOf(pair)));
      return [...kept, ...Object.entries(cookies).map(([name, value]) => `${name}=${value}`)].join('; ');
    },
    setCookie: (cookie, target) => jar.setCookie(cookie, target),
  };
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('=')));
}

/** Error codes for invalid HTTP. */
const brokenResponse = /^(?:HPE_|ERR_INVALID_URL$)/;
/** Error codes for an invalid content encoding, from zlib and brotli. They include input that ended too early. */
const brokenEncoding = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;

const messages = {
  timeout: 'The engine did not respond in time',
  network: 'The connection to the engine failed',
  redirect: 'Too many redirects',
  bad_response: 'The response is invalid',
  truncated: 'The connection closed before the end of the response',
} as const;

/** Converts an error of the HTTP client into a `FetchError`. Other errors are returned unchanged. */
export function toFetchError(error: unknown): unknown {
  const client = loadedHttpClient();
  if (error instanceof FetchError || client === undefined || !(error instanceof client.RequestError)) return error;
  if (error.cause instanceof FetchError) return error.cause;
  const code = codeOf(error, client);
  return new FetchError(code, messages[code], { cause: copyErrorWithoutSecrets(error) });
}

function codeOf(
  error: RequestError,
  { MaxRedirectsError, ReadError, TimeoutError }: HttpClient,
): FetchErrorCode & keyof typeof messages {
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof MaxRedirectsError) return 'redirect';
  if (brokenEncoding.test(error.code)) return error.code === 'Z_BUF_ERROR' ? 'truncated' : 'bad_response';
  if (brokenResponse.test(error.code)) return 'bad_response';
  return error instanceof ReadError || hasBegun(error) ? 'truncated' : 'network';
}

/** Whether a response had begun. A reset is reported for the request, not only for reading the response. */
function hasBegun({ response }: RequestError): boolean {
  return response !== undefined && !isRedirectResponse(response);
}

/** Whether a response is a redirect. */
export function isRedirectResponse({ statusCode, headers }: Pick<PlainResponse, 'statusCode' | 'headers'>): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
}

/** The requirements for each part of a page. */
const parts: Readonly<Record<keyof RawPage, readonly [must: string, is: (value: unknown) => boolean]>> = {
  url: ['an absolute URL', (url) => typeof url === 'string' && parseUrl(url) !== undefined],
  status: ['an HTTP status', (status) => Number.isInteger(status)],
  headers: ['an object of strings', isTexts],
  body: ['a Uint8Array', (body) => body instanceof Uint8Array],
};

/**
 * Checks the page that an adapter returned, since adapters may be written by users. Throws a `FetchError` of code `bad_response`
 * that names the invalid parts.
 */
export function validateRawPage(page: unknown): RawPage {
  if (typeof page !== 'object' || page === null) throw noPage(['it must be an object']);
  const given = page as Partial<RawPage>;
  const faults = (Object.keys(parts) as (keyof RawPage)[]).flatMap((name) => {
    const [must, is] = parts[name];
    return is(given[name]) ? [] : [`${name} must be ${must}`];
  });
  if (faults.length > 0) throw noPage(faults);
  const { url, status, headers, body } = page as RawPage; // a class instance may have getters, which a spread would lose
  return { url, status, headers: headersWithoutSetCookie(headers), body };
}

/** Repeated headers may be arrays, as in Node.js. A `Headers` object is rejected, because it has no own properties. */
function isTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Headers) return false;
  return Object.values(value).every((text) => ['string', 'undefined'].includes(typeof text) || Array.isArray(text));
}

function noPage(faults: readonly string[]): FetchError {
  return new FetchError('bad_response', `The adapter returned an invalid page: ${faults.join('; ')}`);
}

/** The library for requests over HTTP. */
type HttpClient = typeof Got;

let loaded: HttpClient | undefined;

/** Loads the HTTP client on first use: its sixty modules take a tenth of a second, which programs that fetch nothing save. */
export async function loadHttpClient(): Promise<HttpClient> {
  loaded ??= await import('got');
  return loaded;
}

/** The HTTP client, or undefined if nothing has used it, so that no error can be one of its errors. */
function loadedHttpClient(): HttpClient | undefined {
  return loaded;
}
