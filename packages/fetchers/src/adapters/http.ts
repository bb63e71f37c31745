import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import got, { type PlainResponse } from 'got';
import { FetchError } from '../errors.js';
import { mayRedirect, parsedAddress } from '../hosts.js';
import { profileOrder } from '../identity/profiles.js';
import type { Adapter, PageRequest, RawPage } from '../types.js';
import { createAgentStore } from './agents.js';
import { cookiesFor, faultOf, leadsOn, plainHeaders, readAll, refuseEncoded } from './body.js';

/** Limits of the HTTP adapter. */
export interface HttpAdapterOptions {
  /** Milliseconds for a connection: look-up, TCP, the proxy's consent and TLS together. @default 5000 */
  connectTimeout?: number;
  /** Milliseconds from the request sent to the first byte. @default 10000 */
  responseTimeout?: number;
  /** Largest body, in bytes after decoding. @default 8 MiB */
  maxBytes?: number;
}

const maxRedirects = 5;

/**
 * Gets pages over plain HTTP, with the session's cookies and proxy. Redirects are followed within the engine's hosts.
 * Every status is a page.
 */
export function httpAdapter(options: HttpAdapterOptions = {}): Adapter {
  const { connectTimeout = 5_000, responseTimeout = 10_000, maxBytes = 8 * 1024 * 1024 } = options;
  const agents = createAgentStore(connectTimeout);
  const getPage: Adapter = async (request, { signal, session }) => {
    let sent: ClientRequest | undefined;
    let hasAnswer = () => false;
    const send = requestInOrder(profileOrder(session.profile, request.operation));
    const stream = got.stream(request.url, {
      headers: request.headers,
      request(url, options, callback) {
        sent = refuseUpgrades(send(url, options, callback), (fault) => void stream.destroy(fault));
        sent.prependOnceListener('response', nameEncoding);
        hasAnswer = watchAnswer(sent);
        return sent;
      },
      cookieJar: cookiesFor(request, session),
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
      const body = await readAll(stream, maxBytes);
      return toPage(stream.response!, body);
    } catch (error) {
      signal.throwIfAborted();
      const fault = faultOf(error);
      const isStale = sent?.reusedSocket && !hasAnswer() && fault instanceof FetchError && fault.code === 'network';
      throw isStale ? new StaleConnection(fault) : fault;
    } finally {
      stream.destroy();
    }
  };

  const adapter: Adapter = async (request, context) => {
    try {
      return await getPage(request, context);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return getPage(request, context).catch((again: unknown) => {
        throw again instanceof StaleConnection ? again.cause : again;
      });
    }
  };
  adapter.close = () => agents.close();
  return adapter;
}

/**
 * The engine had closed a connection when it was used again, as it may at any time. Nothing of the answer came and every
 * request is a GET, so it is sent once more over a new connection, as browsers do.
 */
class StaleConnection extends Error {
  constructor(cause: unknown) {
    super('The connection was closed before it was used again', { cause });
  }
}

/** Whether any byte of an answer came, which is not known of a connection by its bytes alone when it was used before. */
function watchAnswer(request: ClientRequest): () => boolean {
  let bytes: (() => number) | undefined;
  request.once('socket', (socket) => {
    const before = socket.bytesRead;
    bytes = () => socket.bytesRead - before;
  });
  return () => (bytes?.() ?? 0) > 0;
}

/**
 * Gives a content encoding the name that the client decodes: `x-gzip` is `gzip` (RFC 9110, 8.4.1.3), and what is compressed for
 * the transfer alone (RFC 9112, 7.2) is decoded in the same way.
 */
function nameEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  const coded = /\b(gzip|deflate)\b/i.exec(headers['transfer-encoding'] ?? '')?.[1];
  if (encoding === 'x-gzip') headers['content-encoding'] = 'gzip';
  else if ((encoding === undefined || encoding === '' || encoding === 'identity') && coded !== undefined) {
    headers['content-encoding'] = coded.toLowerCase();
  }
}

/**
 * Fails a request that is answered with a status 101. Nobody asked for another protocol, and neither Node nor the client says anything of such an
 * answer: the client would wait for ever.
 */
function refuseUpgrades(request: ClientRequest, onFault: (fault: FetchError) => void): ClientRequest {
  const refuse = ({ socket }: IncomingMessage) => {
    socket.destroy();
    onFault(new FetchError('bad_response', 'The engine switches to another protocol'));
  };
  // Without the header `Upgrade` Node takes it for a response like any other.
  const check = (response: IncomingMessage) => (response.statusCode === 101 ? refuse(response) : undefined);
  return request.once('upgrade', refuse).once('response', check);
}

function mayFollow({ engine }: PageRequest, { url, headers }: PlainResponse): boolean {
  const { location } = headers;
  const target = location === undefined ? undefined : parsedAddress(location, url);
  return target !== undefined && mayRedirect(engine, new URL(url), target);
}

function toPage(response: PlainResponse, body: Uint8Array): RawPage {
  const { url, statusCode, headers } = response;
  if (leadsOn(response)) throw new FetchError('redirect', 'The engine redirects to where a page must not come from');
  refuseEncoded(response);
  return { url, status: statusCode, headers: plainHeaders(headers), body };
}

/** Makes a request as `http.request` does. */
type RequestFunction = (
  url: URL,
  options: RequestOptions,
  callback?: (response: IncomingMessage) => void,
) => ClientRequest;

/**
 * Makes a `request` function for the HTTP client that sends headers in a given order and spelling. The client itself
 * writes every name in lower case and `user-agent` first; Node, left alone, adds `Host` and `Connection` last. No
 * browser does any of it.
 *
 * @param order names as they are to be written; headers that are not in it follow in Train-Case
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
