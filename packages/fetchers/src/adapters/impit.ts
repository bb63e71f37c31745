import type { Impit, ImpitResponse } from 'impit';
import { isRedirectAllowed, parseUrl } from '../engines.js';
import { FetchError, type FetchErrorCode, loadOptionalPackage } from '../errors.js';
import { assertKnownOptions, type OptionNames } from '../known-options.js';
import type { Adapter, Closable, PageRequest, RawPage, Session } from '../types.js';
import { headersWithoutSetCookie, readAllBytes, withRequestCookies } from './body.js';

/** Browsers that can be impersonated: the newest versions that `impit` supports. */
export type ImpitBrowser = 'chrome151' | 'firefox144';

/** Options of `impitAdapter`. */
export interface ImpitAdapterOptions {
  /** The browser to impersonate. @default 'chrome151' for sessions with a Chrome profile, 'firefox144' for Firefox */
  browser?: ImpitBrowser | undefined;
  /** Milliseconds per request. @default 15000 */
  timeout?: number | undefined;
  /** Largest body, in bytes after decoding. @default 8 MiB */
  maxBytes?: number | undefined;
}

const known: OptionNames<ImpitAdapterOptions> = { browser: true, timeout: true, maxBytes: true };

const maxRedirects = 5;
const refusedByProxy = 'The proxy refused our credentials';

/**
 * Fetches pages with a browser's TLS handshake, HTTP/2 settings and headers. Requires the native package `impit` (optional peer
 * dependency). The headers are those of `impit`, so that they match the handshake; only language and referrer come from the
 * request. Handles redirects and cookies like `httpAdapter`.
 */
export function impitAdapter(options: ImpitAdapterOptions = {}): Adapter {
  assertKnownOptions(options, known);
  const { browser, timeout = 15_000, maxBytes = 8 * 1024 * 1024 } = options;
  const adapter: Adapter = async (request, { signal, session }) => {
    const { client } = session.keep(adapter, () => createClient(session, { browser, timeout }));
    const cookies = withRequestCookies(request, session);
    const stage = { hasProxy: session.proxy !== undefined, hasBegun: false };
    let url = request.url;
    try {
      for (let hops = 0; hops <= maxRedirects; hops += 1) {
        const headers = { ...passedHeaders(request), ...cookieHeader(await cookies.getCookieString(url)) };
        const response = await (await client).fetch(url, { headers, signal, redirect: 'manual' });
        if (response.status === 407 && session.proxy) throw new FetchError('proxy_auth', refusedByProxy);
        for (const cookie of response.headers.getSetCookie()) await keepCookie(cookies, cookie, url);
        const target = targetOf(response, url, request);
        stage.hasBegun = target === undefined;
        if (target === undefined) return await toPage(response, url, maxBytes);
        url = target;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw faultOf(error, stage);
    }
    throw new FetchError('redirect', 'Too many redirects');
  };
  return adapter;
}

interface Client extends Closable {
  client: Promise<Impit>;
}

/** `impit` has no method to close connections; they close when the client is garbage-collected. */
function createClient(
  session: Session,
  { browser, timeout }: { browser: ImpitBrowser | undefined; timeout: number },
): Client {
  const claimed = session.profile.name.startsWith('firefox') ? 'firefox144' : 'chrome151';
  const proxyUrl = session.proxy?.url.href;
  const options = { browser: browser ?? claimed, timeout, ...(proxyUrl && { proxyUrl }) } as const;
  const client = loadOptionalPackage('impit', 'The impit adapter', async () => await import('impit')).then(
    ({ Impit }) => new Impit(options),
  );
  client.catch(() => undefined); // each request awaits it and throws
  return { client, close() {} };
}

function passedHeaders({ headers }: PageRequest): Record<string, string> {
  const names = ['accept-language', 'referer', 'authorization'].filter((name) => headers[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, headers[name]!]));
}

function cookieHeader(cookie: string): Record<string, string> {
  return cookie === '' ? {} : { cookie };
}

/** A cookie for another domain is ignored, as by a browser. */
async function keepCookie(cookies: Session['cookies'], cookie: string, url: string): Promise<void> {
  await Promise.resolve(cookies.setCookie(cookie, url)).catch(() => undefined);
}

/** The target of a redirect; undefined if the response is not a redirect. */
function targetOf({ status, headers }: ImpitResponse, url: string, { engine }: PageRequest): string | undefined {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return undefined;
  const target = parseUrl(location, url);
  if (target !== undefined && isRedirectAllowed(engine, new URL(url), target)) return target.href;
  throw new FetchError('redirect', 'The engine redirects to a host that is not allowed');
}

async function toPage(response: ImpitResponse, url: string, maxBytes: number): Promise<RawPage> {
  if (response.status === 101) throw new FetchError('bad_response', 'The engine switched to another protocol');
  const headers = headersWithoutSetCookie(Object.fromEntries(response.headers));
  return { url, status: response.status, headers, body: await readAllBytes(response.body, maxBytes) };
}

/** Codes by the names of `impit`'s errors, specific names first. */
const faults: readonly (readonly [RegExp, FetchErrorCode, string])[] = [
  [/ProxyAuthRequired/, 'proxy_auth', refusedByProxy],
  [/Proxy/, 'proxy', 'The proxy failed'],
  [/Timeout/, 'timeout', 'The engine did not respond in time'],
  [/Decoding|Protocol/, 'bad_response', 'The response is invalid'],
  [/^/, 'network', 'The connection to the engine failed'],
];

/** How far a request had come: a failed connection is the proxy's fault, and a failure after the response began is a truncation. */
interface Stage {
  hasProxy: boolean;
  hasBegun: boolean;
}

/** The messages of `impit` contain addresses, so the cause keeps only the error's name. */
function faultOf(error: unknown, { hasProxy, hasBegun }: Stage): unknown {
  if (error instanceof FetchError || !(error instanceof Error)) return error;
  const { name } = error.constructor;
  const cause = new Error(name);
  if (hasProxy && name === 'ConnectError') return new FetchError('proxy', 'The proxy failed', { cause });
  const [, code, said] = faults.find(([names]) => names.test(name))!;
  if (hasBegun && code === 'network')
    return new FetchError('truncated', 'The connection closed before the end of the response', { cause });
  return new FetchError(code, said, { cause });
}
