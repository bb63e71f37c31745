import http, {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import https, { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { PlainResponse } from 'got';
import { isRedirectAllowed, parseUrl } from '../engines.js';
import { FetchError } from '../errors.js';
import { headerOrder } from '../identity/profiles.js';
import { assertKnownOptions, type OptionNames } from '../known-options.js';
import type { Adapter, AdapterContext, PageRequest, RawPage, Session } from '../types.js';
import {
  assertBodyDecoded,
  headersWithoutSetCookie,
  isRedirectResponse,
  loadHttpClient,
  readAllBytes,
  toFetchError,
  withRequestCookies,
} from './body.js';
import { type ConnectTarget, createConnector } from './connector.js';

/** Options of `httpAdapter`. */
export interface HttpAdapterOptions {
  /** Milliseconds for a connection in total: DNS, TCP, proxy handshake and TLS. @default 5000 */
  connectTimeout?: number | undefined;
  /** Milliseconds from sending the request to the response headers. @default 10000 */
  responseTimeout?: number | undefined;
  /** Largest body, in bytes after decoding. @default 8 MiB */
  maxBytes?: number | undefined;
}

const known: OptionNames<HttpAdapterOptions> = { connectTimeout: true, responseTimeout: true, maxBytes: true };

const maxRedirects = 5;

/**
 * Fetches pages over HTTP/1.1, with the session's cookies and proxy. Follows redirects within the engine's hosts. A response of any
 * status is a page.
 */
export function httpAdapter(options: HttpAdapterOptions = {}): Adapter {
  assertKnownOptions(options, known);
  const { connectTimeout = 5_000, responseTimeout = 10_000, maxBytes = 8 * 1024 * 1024 } = options;
  const agents = createAgentStore(connectTimeout);
  void loadHttpClient(); // the first request does not wait for it
  async function getPage(request: PageRequest, { signal, session }: AdapterContext): Promise<Reply> {
    const { got } = await loadHttpClient();
    let sent: ClientRequest | undefined;
    let hasAnswer = () => false;
    const send = requestInOrder(headerOrder(session.profile, request.operation));
    const stream = got.stream(request.url, {
      headers: request.headers,
      request(url, options, callback) {
        sent = refuseUpgrades(send(url, options, callback), (fault) => void stream.destroy(fault));
        sent.prependOnceListener('response', nameEncoding);
        hasAnswer = watchAnswer(sent);
        return sent;
      },
      cookieJar: withRequestCookies(request, session),
      ignoreInvalidCookies: true,
      agent: agents.of(session),
      followRedirect: (response) => mayFollow(request, response),
      maxRedirects,
      timeout: { response: responseTimeout },
      signal,
      retry: { limit: 0 },
      throwHttpErrors: false,
    });
    try {
      const body = await readAllBytes(stream, maxBytes);
      const page = toPage(stream.response!, body);
      return { page, isTimedOut: page.status === 408 && (sent?.reusedSocket ?? false) };
    } catch (error) {
      signal.throwIfAborted();
      const fault = toFetchError(error);
      const isStale = sent?.reusedSocket && !hasAnswer() && fault instanceof FetchError && fault.code === 'network';
      throw isStale ? new StaleConnection(fault) : fault;
    } finally {
      stream.destroy();
    }
  }

  const adapter: Adapter = async (request, context) => {
    const first = await getPage(request, context).catch((error: unknown) => {
      if (!(error instanceof StaleConnection)) throw error;
    });
    if (first !== undefined && !first.isTimedOut) return first.page;
    const again = await getPage(request, context).catch((error: unknown) => {
      throw error instanceof StaleConnection ? error.cause : error;
    });
    return again.page;
  };
  adapter.close = () => agents.close();
  return adapter;
}

interface Reply {
  page: RawPage;
  /**
   * Whether the engine ended an idle connection with status 408 while it was being reused. The status is not about the request, which
   * is sent once more (RFC 9110, 15.5.9).
   */
  isTimedOut: boolean;
}

/**
 * The engine closed an idle connection while it was being reused. No response was received and every request is a GET, so it is sent
 * once more over a new connection, as browsers do (RFC 9112, 9.3.1).
 */
class StaleConnection extends Error {
  constructor(cause: unknown) {
    super('The idle connection was closed', { cause });
  }
}

/** Whether any byte of the response was received, not counting earlier responses on the same connection. */
function watchAnswer(request: ClientRequest): () => boolean {
  let bytes: (() => number) | undefined;
  request.once('socket', (socket) => {
    const before = socket.bytesRead;
    bytes = () => socket.bytesRead - before;
  });
  return () => (bytes?.() ?? 0) > 0;
}

/**
 * Normalizes the content encoding for the HTTP client: `x-gzip` is `gzip` (RFC 9110, 8.4.1.3), and a compressed transfer coding
 * (RFC 9112, 7.2) is decoded in the same way. Both together are two encodings, which the client does not decode.
 */
function nameEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const coded = /\b(gzip|deflate)\b/i.exec(headers['transfer-encoding'] ?? '')?.[1]?.toLowerCase();
  const own = encoding === '' || encoding === 'identity' ? [] : [encoding === 'x-gzip' ? 'gzip' : encoding];
  const all = [...own, ...(coded === undefined ? [] : [coded])];
  if (all.length > 0) headers['content-encoding'] = all.join(', ');
}

/**
 * Fails a request on status 101. No upgrade was requested, and neither Node.js nor the HTTP client reports such a response, so the
 * request would wait until its timeout.
 */
function refuseUpgrades(request: ClientRequest, onFault: (fault: FetchError) => void): ClientRequest {
  const refuse = ({ socket }: IncomingMessage) => {
    socket.destroy();
    onFault(new FetchError('bad_response', 'The engine switched to another protocol'));
  };
  // Without an `Upgrade` header, Node.js treats it as an ordinary response.
  const check = (response: IncomingMessage) => (response.statusCode === 101 ? refuse(response) : undefined);
  return request.once('upgrade', refuse).once('response', check);
}

function mayFollow({ engine }: PageRequest, { url, headers }: PlainResponse): boolean {
  const { location } = headers;
  const target = location === undefined ? undefined : parseUrl(location, url);
  return target !== undefined && isRedirectAllowed(engine, new URL(url), target);
}

function toPage(response: PlainResponse, body: Uint8Array): RawPage {
  const { url, statusCode, headers } = response;
  if (isRedirectResponse(response))
    throw new FetchError('redirect', 'The engine redirects to a host that is not allowed');
  assertBodyDecoded(response);
  return { url, status: statusCode, headers: headersWithoutSetCookie(headers), body };
}

/** The type of `http.request`. */
type RequestFunction = (
  url: URL,
  options: RequestOptions,
  callback?: (response: IncomingMessage) => void,
) => ClientRequest;

/**
 * Creates a `request` function that sends headers in a browser's order and spelling. By default, the HTTP client writes names in
 * lower case with `user-agent` first, and Node.js adds `Host` and `Connection` last, unlike any browser.
 *
 * @param order header names in the order and spelling to send; other headers follow in Train-Case
 */
function requestInOrder(order: readonly string[]): RequestFunction {
  return (url, options, callback) => {
    const headers = arrangeHeaders(options.headers as OutgoingHttpHeaders, url, order);
    const { request } = url.protocol === 'https:' ? https : http;
    return request(url, { ...options, headers }, callback);
  };
}

function arrangeHeaders(given: OutgoingHttpHeaders, url: URL, order: readonly string[]): OutgoingHttpHeaders {
  const left = new Map(Object.entries({ host: url.host, connection: 'keep-alive', ...given }));
  const arranged: OutgoingHttpHeaders = {};
  for (const name of [...order, ...[...left.keys()].map(trainCase)]) {
    const value = left.get(name.toLowerCase());
    if (value !== undefined) arranged[name] = value;
    left.delete(name.toLowerCase());
  }
  return arranged;
}

function trainCase(name: string): string {
  return name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/** The agents of one session, by scheme of the target. */
interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Provides the agents of sessions. A connection is reused only by the session that opened it. */
interface AgentStore {
  of(session: Session): Agents;
  /** Closes every connection of every session. */
  close(): void;
}

/** A session requests its pages one after another, so it needs only one connection. */
const settings = { keepAlive: true, maxSockets: 1 } as const;

/**
 * Creates a store without connections.
 *
 * @param connectTimeout milliseconds for a connection, including proxy and TLS
 */
function createAgentStore(connectTimeout: number): AgentStore {
  const live = new Set<{ close(): void }>();
  const store: AgentStore = {
    of: (session) =>
      session.keep(store, () => {
        const { agents, close } = createAgents(session, connectTimeout);
        const kept = {
          agents,
          close() {
            live.delete(kept);
            close();
          },
        };
        live.add(kept);
        return kept;
      }).agents,
    close() {
      for (const kept of live) kept.close();
    },
  };
  return store;
}

function createAgents({ proxy }: Session, connectTimeout: number): { agents: Agents; close(): void } {
  const connector = createConnector(proxy, connectTimeout);
  const opening = (scheme: 'http' | 'https') => ({
    createConnection(target: ConnectTarget, done: (error: Error | null, socket?: Socket) => void): void {
      connector.open(target, scheme).then(
        (socket) => done(null, socket),
        (error: Error) => done(error),
      );
    },
  });
  // `createConnection` is a documented option of agents, but missing in the types.
  const agents = {
    http: Object.assign(new HttpAgent(settings), opening('http')),
    https: Object.assign(new HttpsAgent(settings), opening('https')),
  };
  return {
    agents,
    close() {
      agents.http.destroy();
      agents.https.destroy();
      connector.close();
    },
  };
}
