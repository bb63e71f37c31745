import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, isIPv6, connect as netConnect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import { copyErrorWithoutSecrets, FetchError, type ProxyRefusal } from '../errors.js';
import { loadSocksClient } from '../heavy-packages.js';
import { readDateHeader, readRetryAfter } from '../policies/retry.js';
import type { ProxyServer } from '../types.js';

/** The target of a connection, as passed by an agent of Node.js. */
export interface ConnectTarget extends ConnectionOptions {
  host: string;
  port: number;
}

/** Opens the connections of one session and tracks their sockets, including those being opened. */
export interface Connector {
  /** Opens a connection, through the proxy if there is one. Throws a `FetchError`. */
  open(target: ConnectTarget, scheme: 'http' | 'https'): Promise<Socket>;
  /** Destroys every socket. After that, `open` throws. */
  close(): void;
}

/** A connection being opened: its sockets, and which end is at fault if it fails now. */
interface Opening {
  stage: 'proxy' | 'engine';
  track<T extends Socket>(socket: T): T;
}

/**
 * Creates a connector without connections.
 *
 * @param timeout milliseconds for a connection in total: DNS, TCP, proxy handshake and TLS
 */
export function createConnector(proxy: ProxyServer | undefined, timeout: number): Connector {
  const sockets = new Set<Socket>();
  let isClosed = false;

  return {
    async open(target, scheme) {
      if (isClosed) throw new FetchError('closed', 'The session has ended');
      const own: Socket[] = [];
      const opening: Opening = {
        stage: proxy ? 'proxy' : 'engine',
        track(socket) {
          own.push(socket);
          sockets.add(socket);
          socket.once('close', () => sockets.delete(socket));
          return socket;
        },
      };
      const late = startTimer(timeout);
      try {
        return await Promise.race([late.over, openConnection(opening, { proxy, target, scheme })]);
      } catch (error) {
        for (const socket of own) socket.destroy();
        throw faultOf(error, opening.stage);
      } finally {
        late.stop();
      }
    },
    close() {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Way {
  proxy: ProxyServer | undefined;
  target: ConnectTarget;
  scheme: 'http' | 'https';
}

async function openConnection(opening: Opening, { proxy, target, scheme }: Way): Promise<Socket> {
  const { host, port } = target;
  const raw = proxy ? await openTunnel(opening, proxy, { host, port }) : await openSocket(opening, { host, port });
  opening.stage = 'engine';
  if (scheme === 'http') return raw;
  // Browsers always send ALPN. Only HTTP/1.1 is implemented here.
  return ready(opening.track(tlsConnect({ ...target, socket: raw, ALPNProtocols: ['http/1.1'] })), 'secureConnect');
}

async function openSocket(opening: Opening, { host, port }: { host: string; port: number }): Promise<Socket> {
  const socket = opening.track(netConnect({ host, port, noDelay: true, keepAlive: true }));
  return ready(socket, 'connect');
}

async function openTunnel(opening: Opening, { url }: ProxyServer, target: { host: string; port: number }) {
  const host = bareHost(url.hostname);
  const raw = await openSocket(opening, { host, port: Number(url.port || (defaultPorts[url.protocol] ?? socksPort)) });
  if (url.protocol.startsWith('socks')) return openSocks(raw, url, target);
  if (url.protocol === 'http:') return openHttpTunnel(raw, url, target);
  const secure = opening.track(tlsConnect({ socket: raw, host, ...(isIP(host) === 0 && { servername: host }) }));
  return openHttpTunnel(await ready(secure, 'secureConnect'), url, target);
}

/** Opens a tunnel through an HTTP proxy. Credentials are sent to the proxy only. */
async function openHttpTunnel(raw: Socket, url: URL, target: { host: string; port: number }): Promise<Socket> {
  const path = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
  const headers = { Host: path, ...(credentials !== ':' && authorization) };
  const asking = httpRequest({ method: 'CONNECT', path, headers, createConnection: () => raw });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('connect', resolve).once('response', resolve).once('error', reject).end();
  });
  if (/^2\d\d$/.test(String(answer.statusCode))) return raw;
  throw proxyRefusal(answer);
}

const refusals: Readonly<Record<number, ProxyRefusal>> = {
  401: 'credentials',
  402: 'quota',
  403: 'forbidden',
  407: 'credentials',
  429: 'rate_limited',
  451: 'forbidden',
  509: 'quota',
};

/** The error for a proxy that refused with an HTTP status, including its `Retry-After`. */
function proxyRefusal({ statusCode = 0, headers }: IncomingMessage): FetchError {
  const refusal = refusals[statusCode] ?? 'unavailable';
  const retryAfter = readRetryAfter(headers['retry-after'], readDateHeader(headers));
  const message = `${messages.refused} (HTTP ${statusCode})`;
  return new FetchError(refusal === 'credentials' ? 'proxy_auth' : 'proxy', message, { refusal, retryAfter });
}

async function openSocks(raw: Socket, url: URL, target: { host: string; port: number }): Promise<Socket> {
  const type = url.protocol.startsWith('socks4') ? 4 : 5;
  const userId = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  try {
    const host = localNames.has(url.protocol) ? (await lookup(target.host)).address : target.host;
    const { socket } = await loadSocksClient().createConnection({
      command: 'connect',
      existing_socket: raw,
      destination: { host, port: target.port },
      proxy: { host: bareHost(url.hostname), port: 1, type, userId, password },
    });
    return socket;
  } catch (error) {
    const isRefused = error instanceof Error && /authentication|type required/i.test(error.message);
    throw isRefused
      ? new FetchError('proxy_auth', messages.refused, {
          cause: copyErrorWithoutSecrets(error),
          refusal: 'credentials',
        })
      : error;
  }
}

/** Schemes for which the target's name is resolved here, not by the proxy. */
const localNames: ReadonlySet<string> = new Set(['socks4:', 'socks5:']);

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const socksPort = 1080;

const messages = {
  timeout: 'The engine could not be reached in time',
  engine: 'The engine could not be reached',
  proxy: 'The proxy failed',
  refused: 'The proxy refused the connection',
} as const;

/** Converts an error at a stage into a `FetchError`. */
function faultOf(error: unknown, stage: Opening['stage']): FetchError {
  if (error instanceof FetchError) return error;
  if (stage === 'proxy') return new FetchError('proxy', messages.proxy, { cause: copyErrorWithoutSecrets(error) });
  if (error === tooLate) return new FetchError('timeout', messages.timeout);
  return new FetchError('network', messages.engine, { cause: copyErrorWithoutSecrets(error) });
}

/** Removes the brackets of an IPv6 address, which are used in URLs only. */
function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Waits for an event of a socket. Throws if the socket fails or closes first. */
function ready<T extends Socket>(socket: T, event: 'connect' | 'secureConnect'): Promise<T> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('The connection was closed'));
    socket.once('close', onClose).once('error', reject);
    socket.once(event, () => {
      socket.off('close', onClose).off('error', reject);
      resolve(socket);
    });
  });
}

/** The error of the timer. */
const tooLate = Object.assign(new Error('The connection timed out'), { code: 'ETIMEDOUT' });

function startTimer(milliseconds: number): { over: Promise<never>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate), milliseconds);
  });
  return { over, stop: () => clearTimeout(timer) };
}
