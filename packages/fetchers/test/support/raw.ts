import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that knows its connections. */
export interface RawServer {
  /** `127.0.0.1:<port>` or `[::1]:<port>` */
  host: string;
  port: number;
  /** Every connection that was made, in order. */
  sockets: Socket[];
  /** Connections that are open now. */
  open(): number;
}

/**
 * Starts a server on the loopback interface that does with each connection what it is told.
 *
 * @param at the address that it listens on, `127.0.0.1` or `::1`
 */
export async function startRaw(
  serve: (socket: Socket, number: number) => void,
  at: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<RawServer> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.resume(); // what nobody reads would hide that the other end has closed
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

/** Answers every connection with these bytes once it was asked something; then closes it, unless it shall stay. */
export function startAnswer(answer: string | Buffer, end: 'close' | 'stay' | 'reset' = 'close'): Promise<RawServer> {
  const ends = {
    close: (socket: Socket) => void socket.end(answer),
    stay: (socket: Socket) => void socket.write(answer),
    reset: (socket: Socket) => void socket.write(answer, () => socket.resetAndDestroy()),
  };
  return startRaw((socket) => socket.once('data', () => ends[end](socket)));
}

/** How a proxy opens tunnels. */
export interface Tunnels {
  /** Milliseconds before it does. @default 0 */
  delay?: number;
  /** Any other than 200 is a refusal. @default 200 */
  status?: number;
  /** Port that every tunnel leads to. @default the one that was asked for */
  to?: string;
  /** @default '127.0.0.1' */
  at?: '127.0.0.1' | '::1';
}

/** Starts a proxy for HTTP. */
export function startTunnels({ delay = 0, status = 200, to, at }: Tunnels = {}): Promise<RawServer> {
  return startRaw((client) => {
    client.once('data', (head: Buffer) => {
      const [, host = '', port = ''] = /^CONNECT \[?([^\]\s]+?)\]?:(\d+) /.exec(head.toString('latin1')) ?? [];
      const answer = () => {
        if (status !== 200) return void client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
        const upstream = connect(Number(to ?? port), host, () => {
          client.write('HTTP/1.1 200 OK\r\n\r\n');
          client.pipe(upstream).pipe(client);
        });
        upstream.on('error', () => client.destroy());
        client.on('close', () => upstream.destroy());
        upstream.on('close', () => client.destroy());
      };
      if (delay > 0) setTimeout(answer, delay);
      else answer();
    });
  }, at);
}
