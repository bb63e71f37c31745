import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const version = 5;
const noAuthentication = Buffer.of(version, 0);
const granted = Buffer.of(version, 0, 0, 1, 0, 0, 0, 0, 0, 0);

/** Starts a SOCKS 5 proxy for IPv4 addresses, without authentication; gives its address and what was asked of it. */
export async function startSocksProxy(): Promise<{ url: string; targets: string[] }> {
  const targets: string[] = [];
  const server = createServer((client) => void serve(client, targets));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, targets };
}

async function serve(client: Socket, targets: string[]): Promise<void> {
  client.on('error', () => client.destroy());
  await once(client, 'data');
  client.write(noAuthentication);
  const [request] = (await once(client, 'data')) as [Buffer];
  const host = request.subarray(4, 8).join('.');
  const port = request.readUInt16BE(8);
  targets.push(`${host}:${port}`);
  const upstream = connect(port, host, () => {
    client.write(granted);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
}
