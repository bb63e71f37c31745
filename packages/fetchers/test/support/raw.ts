import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that records its connections. */
export interface RawServer {
  /** `127.0.0.1:<port>` or `[::1]:<port>` */
  host: string;
  port: number;
  /** All connections, in order. */
  sockets: Socket[];
  /** The number of open connections. */
  open(): number;
}

/**
 * Starts a server on the loopback interface that passes each connection to `serve`.
 *
 * @param at the address to listen on, `127.0.0.1` or `::1`
 */
export async function startRaw(
  serve: (socket: Socket, number: number) => void,
  at: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<RawServer> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.resume(); // unread data would delay the close event
    serve(socket, sockets.length);
  });
  server.listen(0, at);
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const host = at === '::1' ? `[::1]:${port}` : `${at}:${port}`;
  return { host, port, sockets, open: () => sockets.filter(({ destroyed }) => !destroyed).length };
}

/** Starts a server that sends these bytes after the first data on a connection, then ends it as `end` says. */
export function startAnswer(answer: string | Buffer, end: 'close' | 'stay' | 'reset' = 'close'): Promise<RawServer> {
  const ends = {
    close: (socket: Socket) => void socket.end(answer),
    stay: (socket: Socket) => void socket.write(answer),
    reset: (socket: Socket) => void socket.write(answer, () => socket.resetAndDestroy()),
  };
  return startRaw((socket) => socket.once('data', () => ends[end](socket)));
}

/** Options of a proxy with tunnels. */
export interface Tunnels {
  /** Milliseconds before a tunnel opens. @default 0 */
  delay?: number;
  /** Any other than 200 is a refusal. @default 200 */
  status?: number;
  /** Target port of every tunnel. @default the requested one */
  to?: string;
  /** @default '127.0.0.1' */
  at?: '127.0.0.1' | '::1';
}

/** Starts an HTTP proxy. */
export function startTunnels({ delay = 0, status = 200, to, at }: Tunnels = {}): Promise<RawServer> {
  return startRaw((client) => {
    client.once('data', (head: Buffer) => {
      const [, host = '', port = ''] = /^CONNECT \[?([^\]\s]+?)\]?:(\d+) /.exec(head.toString('latin1')) ?? [];
      const respond = () => {
        if (status !== 200) return void client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
        const upstream = connect(Number(to ?? port), host, () => {
          client.write('HTTP/1.1 200 OK\r\n\r\n');
          client.pipe(upstream).pipe(client);
        });
        upstream.on('error', () => client.destroy());
        client.on('close', () => upstream.destroy());
        upstream.on('close', () => client.destroy());
      };
      if (delay > 0) setTimeout(respond, delay);
      else respond();
    });
  }, at);
}
