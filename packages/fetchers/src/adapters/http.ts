import type { ClientRequest, IncomingMessage } from 'node:http';
import got, { type PlainResponse } from 'got';
import { parsedAddress } from '../address.js';
import { FetchError } from '../errors.js';
import { mayRedirect } from '../hosts.js';
import { profileOrder } from '../identity/profiles.js';
import type { Adapter, PageRequest, RawPage } from '../types.js';
import { createAgentStore } from './agents.js';
import { plainHeaders, readAll, refuseEncoded } from './body.js';
import { cookiesFor } from './cookies.js';
import { faultOf, leadsOn } from './http-faults.js';
import { requestInOrder } from './wire.js';

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
/** An engine closes connections that were idle for seconds; one that resets a connection in use means it. */
const shortestIdle = 1_000;

/**
 * Gets pages over plain HTTP, with the session's cookies and proxy. Redirects are followed within the engine's hosts.
 * Every status is a page.
 */
export function httpAdapter(options: HttpAdapterOptions = {}): Adapter {
  const { connectTimeout = 5_000, responseTimeout = 10_000, maxBytes = 8 * 1024 * 1024 } = options;
  const agents = createAgentStore(connectTimeout);
  const lastUse = new WeakMap<object, number>(); // of a session's agents: who wraps this adapter hands on a copy of the session

  const getPage: Adapter = async (request, { signal, session }) => {
    const began = performance.now();
    const agent = agents.of(session);
    let sent: ClientRequest | undefined;
    const send = requestInOrder(profileOrder(session.profile, request.operation));
    const stream = got.stream(request.url, {
      headers: request.headers,
      request(url, options, callback) {
        sent = refuseUpgrades(send(url, options, callback), (fault) => void stream.destroy(fault));
        return sent;
      },
      cookieJar: cookiesFor(request, session),
      ignoreInvalidCookies: true,
      agent,
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
      const idle = began - (lastUse.get(agent) ?? began);
      throw sent && idle >= shortestIdle && isStale(sent, fault) ? new StaleConnection(fault) : fault;
    } finally {
      lastUse.set(agent, performance.now());
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

/** The engine had closed a connection when it was used again: a browser opens another one and says nothing of it. */
class StaleConnection extends Error {
  constructor(cause: unknown) {
    super('The connection was closed before it was used again', { cause });
  }
}

function isStale({ reusedSocket, res }: ClientRequest & { res?: unknown }, fault: unknown): boolean {
  return reusedSocket && !res && fault instanceof FetchError && fault.code === 'network';
}

/**
 * Tells of a status 101. Nobody asked for another protocol, and neither Node nor the client says anything of such an
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
