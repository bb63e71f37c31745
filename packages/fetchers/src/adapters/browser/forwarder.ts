import { randomUUID } from 'node:crypto';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Engine } from '../../engines.js';
import { isEngineHost, parseUrl } from '../../engines.js';
import { FetchError } from '../../errors.js';
import type { ProxyServer } from '../../types.js';
import { type Connector, createConnector } from '../connector.js';
import { resolvePublicAddress } from './addresses.js';
import { isRequestAllowed } from './guard.js';

/** A proxy on the loopback interface through which a session's pages connect. It forwards only what the policy allows. */
export interface FilteringProxy {
  /** Address of the proxy, and the credentials that it requires. */
  readonly url: string;
  readonly credentials: { username: string; password: string };
  /** Sets the requested address: pages may send requests to its host, and to the hosts that serve parts of its pages. */
  permit(asked: URL): void;
  /** Why the last connection to a host and port failed; undefined if it did not. */
  faultOf(host: string): FetchError | undefined;
  close(): Promise<void>;
}

/** Options of a forwarder. */
export interface FilteringProxyOptions {
  engine: Engine;
  /** @default a direct connection */
  proxy: ProxyServer | undefined;
  /** Milliseconds for a connection to the host. */
  connectTimeout: number;
}

/** Proxy schemes for which names are resolved by this process. */
const givenAddresses: ReadonlySet<string> = new Set(['socks4:', 'socks5:']);

const refusal = 'A page must not send requests there';

/** Starts a forwarder on a free port. */
export async function startFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const forwarder = new LoopbackForwarder(options);
  await forwarder.listen();
  return forwarder;
}

class LoopbackForwarder implements FilteringProxy {
  readonly credentials = { username: 'page', password: randomUUID() };
  private readonly expected = basic(this.credentials);
  private readonly options: FilteringProxyOptions;
  private readonly connector: Connector;
  private readonly agent: Agent;
  private readonly server: Server;
  private readonly clients = new Set<Duplex>();
  private readonly faults = new Map<string, FetchError>();
  private asked: URL | undefined;

  constructor(options: FilteringProxyOptions) {
    this.options = options;
    this.connector = createConnector(options.proxy, options.connectTimeout);
    this.agent = Object.assign(new Agent(), {
      createConnection: ({ target }: { target: URL }, done: (error: Error | null, socket?: Socket) => void): void => {
        this.open(target).then((socket) => done(null, socket), done);
      },
    });
    this.server = createServer((request, response) => this.forward(request, response));
    this.server.on('connect', (request, client: Duplex, head: Buffer) => void this.tunnel(request, client, head));
    this.server.on('connection', (client) => {
      this.clients.add(client.once('close', () => this.clients.delete(client)));
      client.on('error', () => client.destroy());
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
  }

  permit(asked: URL): void {
    this.asked = asked;
  }

  faultOf(host: string): FetchError | undefined {
    return this.faults.get(host);
  }

  async close(): Promise<void> {
    this.connector.close();
    this.agent.destroy();
    for (const client of this.clients) client.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Opens a connection if the policy allows the target. Throws a `FetchError`. */
  private async open(target: URL): Promise<Socket> {
    if (!this.isAllowed(target)) throw new FetchError('redirect', refusal);
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    try {
      const socket = await this.connector.open({ host: await this.checkedHost(target), port }, 'http');
      this.faults.delete(target.host);
      return socket;
    } catch (error) {
      const fault = error instanceof FetchError ? error : new FetchError('network', 'The connection failed');
      this.faults.set(target.host, fault);
      throw fault;
    }
  }

  private isAllowed(target: URL): boolean {
    return this.asked !== undefined && isRequestAllowed(this.options.engine, this.asked, target);
  }

  /** The host to connect to: if this process resolves an engine's name, its checked address. */
  private async checkedHost(target: URL): Promise<string> {
    const { engine, proxy } = this.options;
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const isResolvedHere = proxy === undefined || givenAddresses.has(proxy.url.protocol);
    if (!isResolvedHere || isIP(host) !== 0 || !isEngineHost(engine, this.asked?.hostname ?? '')) return host;
    try {
      return await resolvePublicAddress(host);
    } catch (cause) {
      throw new FetchError('network', 'The engine could not be reached', { cause });
    }
  }

  /** Forwards a plain `http:` request. */
  private forward(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers['proxy-authorization'] !== this.expected) {
      return void response.writeHead(407, { 'Proxy-Authenticate': scheme, 'Content-Length': 0 }).end();
    }
    const target = parseUrl(request.url ?? '');
    if (target?.protocol !== 'http:' || !this.isAllowed(target)) return void response.destroy();
    const path = `${target.pathname}${target.search}`;
    const onward = httpRequest({
      ...{ agent: this.agent, method: request.method, path, host: target.hostname, port: target.port, target },
      ...{ headers: withoutProxyHeaders(request.rawHeaders), setHost: false },
    });
    const fail = () => response.destroy();
    onward.once('error', fail).once('response', (answer) => {
      // Pass the interruption on, so that the page does not take the response for complete.
      answer.once('error', fail).once('aborted', fail);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      answer.pipe(response);
    });
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  }

  /** Opens a tunnel, which browsers use for `https:`, `wss:` and `ws:` addresses. */
  private async tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    if (request.headers['proxy-authorization'] !== this.expected) {
      const status = 'HTTP/1.1 407 Proxy Authentication Required';
      return void client.end(`${status}\r\nProxy-Authenticate: ${scheme}\r\nContent-Length: 0\r\n\r\n`);
    }
    try {
      const upstream = await this.open(targetOf(request.url ?? '', this.asked));
      if (client.destroyed) return void upstream.destroy();
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) upstream.write(head);
      join(client, upstream);
    } catch {
      client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'); // `faultOf` returns the reason
    }
  }
}

const scheme = 'Basic realm="page"';

function basic({ username, password }: FilteringProxy['credentials']): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The target of a tunnel. CONNECT has no scheme; a tunnel to the requested plain host is for a `ws:` address. */
function targetOf(authority: string, asked: URL | undefined): URL {
  const plain = parseUrl(`http://${authority}`);
  if (plain !== undefined && asked?.protocol === 'http:' && plain.host === asked.host) return plain;
  const secure = parseUrl(`https://${authority}`);
  if (secure === undefined) throw new FetchError('redirect', refusal);
  return secure;
}

/** The headers as the browser wrote them, without those for the proxy. */
function withoutProxyHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (/^proxy-connection$/i.test(name)) kept.push('Connection', value);
    else if (!/^proxy-/i.test(name)) kept.push(name, value);
  }
  return kept;
}

function join(client: Duplex, upstream: Socket): void {
  client.pipe(upstream).pipe(client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.once('error', () => other.destroy());
    one.once('close', () => other.destroy());
  }
}
