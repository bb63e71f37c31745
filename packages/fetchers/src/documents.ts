import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { PlainResponse } from 'got';
import {
  assertBodyDecoded,
  headersWithoutSetCookie,
  loadHttpClient,
  readAllBytes,
  toFetchError,
} from './adapters/body.js';
import { type Resolve, resolveAll } from './adapters/browser/addresses.js';
import { type ConnectTarget, createConnector } from './adapters/connector.js';
import { parseUrl } from './engines.js';
import { FetchError } from './errors.js';
import { assertKnownOptions, type OptionNames } from './known-options.js';
import type { ProxySource } from './session-pool/proxies.js';
import type { ProxyServer, RawPage } from './types.js';

/** Options of `createDocumentFetcher`. */
export interface DocumentFetcherOptions {
  /**
   * Whether a connection is allowed. Called for every address that the name resolves to; the connection is made to one of these
   * addresses, even if the name resolves to others later.
   */
  isAllowed(target: DocumentTarget): boolean;
  /** The proxies, used in turn. A proxy gets the checked address instead of the name. @default a direct connection */
  proxies?: readonly ProxyServer[] | ProxySource | undefined;
  /** Resolves a name to its addresses. @default the resolver of the system */
  resolve?: Resolve | undefined;
  /** Value of the `User-Agent` header. */
  userAgent: string;
  /** Milliseconds for a connection, including proxy and TLS. @default 5000 */
  connectTimeout?: number | undefined;
  /** Largest body, in bytes after decoding. @default 4 MiB */
  maxBytes?: number | undefined;
}

const known: OptionNames<DocumentFetcherOptions> = {
  ...{ isAllowed: true, proxies: true, resolve: true, userAgent: true, connectTimeout: true, maxBytes: true },
};

/** The target of a connection. */
export interface DocumentTarget {
  /** The host of the URL, in lower case and without brackets. */
  readonly host: string;
  /** An IP address of the host. */
  readonly ip: string;
  readonly port: number;
}

/** Options of one document. */
export interface DocumentRequest {
  /** Ends the fetch. */
  signal: AbortSignal;
  /** Value of the `Accept` header. @default any type */
  accept?: string | undefined;
  /** Whether to read a body of this content type. If not, the document has an empty body. @default every type is read */
  isWanted?(contentType: string): boolean;
}

/**
 * Fetches one document, without cookies and without following redirects (`status` and `headers.location` describe them). Throws a
 * `FetchError`, with code `forbidden_target` if the address is not allowed.
 */
export type FetchDocument = (url: string, request: DocumentRequest) => Promise<RawPage>;

/** Creates a function that fetches documents of any site, such as the pages found by a search. */
export function createDocumentFetcher(options: DocumentFetcherOptions): FetchDocument {
  assertKnownOptions(options, known);
  const { userAgent, connectTimeout = 5_000, maxBytes = 4 * 1024 * 1024 } = options;
  const nextProxy = rotating(options.proxies);

  return async (address, { signal, accept = '*/*', isWanted = () => true }) => {
    const url = parseUrl(address);
    if (url === undefined || !isPlain(url)) throw forbidden();
    const { got } = await loadHttpClient();
    const connector = createConnector(nextProxy(), connectTimeout);
    const connecting = (scheme: 'http' | 'https') => ({
      createConnection(target: ConnectTarget, done: (error: Error | null, socket?: Socket) => void): void {
        checkedTarget(target, options)
          .then((checked) => connector.open(checked, scheme))
          .then(
            (socket) => done(null, socket),
            (error: Error) => done(error),
          );
      },
    });
    const agents = [new HttpAgent(), new HttpsAgent()] as const;
    const stream = got.stream(url, {
      headers: { 'user-agent': userAgent, accept },
      agent: {
        http: Object.assign(agents[0], connecting('http')),
        https: Object.assign(agents[1], connecting('https')),
      },
      ...{ followRedirect: false, retry: { limit: 0 }, throwHttpErrors: false, signal },
    });
    let unwanted: PlainResponse | undefined;
    stream.once('response', (response: PlainResponse) => {
      if (isWanted(response.headers['content-type'] ?? '')) return;
      unwanted = response;
      stream.destroy();
    });
    try {
      const body = await readAllBytes(stream, maxBytes);
      const response = stream.response!;
      assertBodyDecoded(response);
      return documentOf(url, response, body);
    } catch (error) {
      signal.throwIfAborted();
      if (unwanted !== undefined) return documentOf(url, unwanted, new Uint8Array());
      throw toFetchError(error);
    } finally {
      stream.destroy();
      connector.close();
    }
  };
}

function documentOf({ href }: URL, { statusCode, headers }: PlainResponse, body: Uint8Array): RawPage {
  return { url: href, status: statusCode, headers: headersWithoutSetCookie(headers), body };
}

/** Whether an address is `http:` or `https:` and has no credentials. */
function isPlain({ protocol, username, password }: URL): boolean {
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Replaces the target's name by a checked address. The certificate is still verified for the name. */
async function checkedTarget(
  target: ConnectTarget,
  { isAllowed, resolve = resolveAll }: DocumentFetcherOptions,
): Promise<ConnectTarget> {
  const host = target.host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const port = Number(target.port);
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined || !addresses.every((ip) => isAllowed({ host, ip, port }))) throw forbidden();
  return { ...target, host: first, port, ...(isIP(host) === 0 && { servername: host }) };
}

function forbidden(): FetchError {
  return new FetchError('forbidden_target', 'The address is not allowed');
}

function rotating(proxies: DocumentFetcherOptions['proxies'] = []): () => ProxyServer | undefined {
  let next = 0;
  return () => {
    const list = 'current' in proxies ? proxies.current() : proxies;
    if (list.length === 0 && 'current' in proxies) throw new FetchError('no_proxy_available', 'There are no proxies');
    return list[next++ % Math.max(1, list.length)];
  };
}
