import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import got, { type PlainResponse } from 'got';
import { faultOf, plainHeaders, readAll, refuseEncoded } from './adapters/body.js';
import { type Resolve, resolveAll } from './adapters/browser/addresses.js';
import { type ConnectTarget, createConnector } from './adapters/connector.js';
import { FetchError } from './errors.js';
import { parsedAddress } from './hosts.js';
import type { ProxySource } from './session-pool/source.js';
import type { ProxyServer, RawPage } from './types.js';

/** How documents of any site are fetched. */
export interface DocumentFetcherOptions {
  /**
   * Whether a connection may be made. Asked once the name is resolved, for every address that it has; the connection then goes
   * to one of these addresses, whatever the name resolves to by then.
   */
  isAllowed(target: DocumentTarget): boolean;
  /** The exits, taken in turn. A proxy is handed the checked address instead of the name. @default a direct connection */
  proxies?: readonly ProxyServer[] | ProxySource | undefined;
  /** The addresses of a name. @default those that the system knows */
  resolve?: Resolve | undefined;
  /** Value of the header `User-Agent`. */
  userAgent: string;
  /** Milliseconds for a connection, proxy and TLS included. @default 5000 */
  connectTimeout?: number;
  /** Largest body, in bytes after decoding. @default 4 MiB */
  maxBytes?: number;
}

/** Where a connection would lead. */
export interface DocumentTarget {
  /** The host as the address names it, in lower case and without brackets. */
  readonly host: string;
  /** An IP address that it has. */
  readonly ip: string;
  readonly port: number;
}

/** What goes with one document. */
export interface DocumentRequest {
  /** Aborted when the caller leaves or time is up. */
  signal: AbortSignal;
  /** Value of the header `Accept`. @default any type */
  accept?: string;
  /** Whether a body of this content type is wanted; otherwise it is not read, and the document has an empty one. @default all are */
  isWanted?(contentType: string): boolean;
}

/**
 * Gets one document over plain HTTP, without cookies and without following redirects: status and `location` say where they
 * lead. Throws a `FetchError`, of code `forbidden_target` where the address may not be asked.
 */
export type FetchDocument = (url: string, request: DocumentRequest) => Promise<RawPage>;

/** Creates the function that gets documents of any site, such as the pages that a search has found. */
export function createDocumentFetcher(options: DocumentFetcherOptions): FetchDocument {
  const { userAgent, connectTimeout = 5_000, maxBytes = 4 * 1024 * 1024 } = options;
  const nextProxy = rotating(options.proxies);

  return async (address, { signal, accept = '*/*', isWanted = () => true }) => {
    const url = parsedAddress(address);
    if (url === undefined || !isPlain(url)) throw forbidden();
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
      const body = await readAll(stream, maxBytes);
      const response = stream.response!;
      refuseEncoded(response);
      return documentOf(url, response, body);
    } catch (error) {
      signal.throwIfAborted();
      if (unwanted !== undefined) return documentOf(url, unwanted, new Uint8Array());
      throw faultOf(error);
    } finally {
      stream.destroy();
      connector.close();
    }
  };
}

function documentOf({ href }: URL, { statusCode, headers }: PlainResponse, body: Uint8Array): RawPage {
  return { url: href, status: statusCode, headers: plainHeaders(headers), body };
}

/** Whether an address is one of a document that anybody may ask for. */
function isPlain({ protocol, username, password }: URL): boolean {
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** The target with an address that was checked in place of its name, which the certificate must still be for. */
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
  return new FetchError('forbidden_target', 'The address is none that may be asked');
}

function rotating(proxies: DocumentFetcherOptions['proxies'] = []): () => ProxyServer | undefined {
  let next = 0;
  return () => {
    const list = 'current' in proxies ? proxies.current() : proxies;
    if (list.length === 0 && 'current' in proxies) throw new FetchError('no_proxy_available', 'There is no proxy');
    return list[next++ % Math.max(1, list.length)];
  };
}
