import type { IncomingHttpHeaders } from 'node:http';
import { MaxRedirectsError, type PlainResponse, ReadError, RequestError, TimeoutError } from 'got';
import { FetchError, type FetchErrorCode } from '../errors.js';
import { parsedAddress } from '../hosts.js';
import type { PageRequest, RawPage, Session } from '../types.js';

/** Reads a body to its end. Throws a `FetchError` of code `too_large` when it passes the limit. */
export async function readAll(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FetchError('too_large', `The body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The headers as one text each. Cookies are left out: the session has them, and a page may be kept. */
export function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === 'set-cookie') continue;
    plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

/**
 * Throws a `FetchError` of code `bad_response` where the body of a page is still encoded: the client decodes what was asked
 * for and passes on anything else as it came. A refusal is known by its status.
 */
export function refuseEncoded({ statusCode, headers }: { statusCode: number; headers: IncomingHttpHeaders }): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (statusCode >= 400 || encoding === '' || encoding === 'identity') return;
  throw new FetchError('bad_response', 'The body has an encoding that was not asked for');
}

/** The session's cookies, with those of the request on top for the host it goes to. */
export function cookiesFor({ url, cookies }: PageRequest, { cookies: jar }: Session): Session['cookies'] {
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

/** Broken HTTP. */
const brokenResponse = /^(?:HPE_|ERR_INVALID_URL$)/;
/** Broken content encoding: what zlib and brotli say. Both say also that their input ended too early. */
const brokenEncoding = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;

const messages = {
  timeout: 'The engine did not answer in time',
  network: 'The connection to the engine failed',
  redirect: 'The engine redirects without end',
  bad_response: 'The response is broken',
  truncated: 'The response broke off',
} as const;

/** The `FetchError` for what the HTTP client threw. Anything that is no fault of the network is given back as it is. */
export function faultOf(error: unknown): unknown {
  if (error instanceof FetchError || !(error instanceof RequestError)) return error;
  if (error.cause instanceof FetchError) return error.cause;
  const code = codeOf(error);
  return new FetchError(code, messages[code], { cause: bareCause(error) });
}

function codeOf(error: RequestError): FetchErrorCode & keyof typeof messages {
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof MaxRedirectsError) return 'redirect';
  if (brokenEncoding.test(error.code)) return error.code === 'Z_BUF_ERROR' ? 'truncated' : 'bad_response';
  if (brokenResponse.test(error.code)) return 'bad_response';
  return error instanceof ReadError || hasBegun(error) ? 'truncated' : 'network';
}

/** A connection that is reset fails as a whole, not only what is read from it. */
function hasBegun({ response }: RequestError): boolean {
  return response !== undefined && !leadsOn(response);
}

/** Whether a response is a redirect. */
export function leadsOn({ statusCode, headers }: Pick<PlainResponse, 'statusCode' | 'headers'>): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
}

/** The client's error holds the whole request; the cause keeps code and words only. */
function bareCause({ code, message }: RequestError): Error {
  return Object.assign(new Error(message), { code });
}

/** What each part of a page must be. */
const parts: Readonly<Record<keyof RawPage, readonly [must: string, is: (value: unknown) => boolean]>> = {
  url: ['an address', (url) => typeof url === 'string' && parsedAddress(url) !== undefined],
  status: ['a status of HTTP', (status) => Number.isInteger(status)],
  headers: ['an object of texts', isTexts],
  body: ['a Uint8Array', (body) => body instanceof Uint8Array],
};

/**
 * The page that an adapter gave, where it is one. Adapters are written by others, and what a service sent them may lack
 * anything. Throws a `FetchError` of code `bad_response` that names the parts which are not as they must be.
 */
export function checkedPage(page: unknown): RawPage {
  if (typeof page !== 'object' || page === null) throw noPage(['it must be an object']);
  const given = page as Partial<RawPage>;
  const faults = (Object.keys(parts) as (keyof RawPage)[]).flatMap((name) => {
    const [must, is] = parts[name];
    return is(given[name]) ? [] : [`${name} must be ${must}`];
  });
  if (faults.length > 0) throw noPage(faults);
  const { url, status, headers, body } = page as RawPage; // one by one: a class may have them as getters
  return { url, status, headers: plainHeaders(headers), body };
}

/** Repeated headers may still be lists, as Node has them. The `Headers` of `fetch` would seem to be none at all. */
function isTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Headers) return false;
  return Object.values(value).every((text) => ['string', 'undefined'].includes(typeof text) || Array.isArray(text));
}

function noPage(faults: readonly string[]): FetchError {
  return new FetchError('bad_response', `What the adapter gave is no page: ${faults.join('; ')}`);
}
