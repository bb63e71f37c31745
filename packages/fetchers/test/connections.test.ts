import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { httpAdapter, parseProxies } from '../src/index.js';
import { startRaw, startTunnels } from './support/raw.js';
import { newSession, requestFor } from './support/requests.js';

/** Starts an engine at `[::1]` and returns its address. */
async function startEngine(): Promise<string> {
  const server = createServer(({ headers }, response) => response.end(headers.host));
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `[::1]:${(server.address() as AddressInfo).port}`;
}

/** Starts a SOCKS 5 proxy at `[::1]` for IPv6 targets, and records the targets. */
async function startSocks() {
  const targets: string[] = [];
  const { host } = await startRaw((client) => {
    client.once('data', () => {
      client.write(Buffer.of(5, 0));
      client.once('data', (request: Buffer) => {
        targets.push(`type ${request[3]}, ${request.subarray(4, 20).toString('hex')}`);
        const engine = connect(request.readUInt16BE(20), '::1', () => {
          client.write(Buffer.concat([Buffer.of(5, 0, 0, 4), Buffer.alloc(18)]));
          client.pipe(engine).pipe(client);
        });
        engine.on('error', () => client.destroy());
      });
    });
  }, '::1');
  return { host, targets };
}

async function get(target: string, proxy?: string): Promise<string> {
  const adapter = httpAdapter();
  onTestFinished(() => adapter.close?.());
  const [server] = proxy === undefined ? [] : parseProxies([proxy]);
  const session = newSession(server && { proxy: server });
  const { body } = await adapter(requestFor(`http://${target}/`), { signal: AbortSignal.timeout(10_000), session });
  return Buffer.from(body).toString();
}

it('reaches an engine at an IPv6 address', async () => {
  const engine = await startEngine();
  expect(await get(engine)).toBe(engine);
});

it.each(['127.0.0.1', '::1'] as const)('reaches it through an http proxy at %s', async (at) => {
  const engine = await startEngine();
  const { host, sockets } = await startTunnels({ at });
  expect(await get(engine, `http://${host}`)).toBe(engine);
  expect(sockets).toHaveLength(1);
});

it.each(['socks5', 'socks5h'])('reaches it through a %s proxy at an IPv6 address', async (scheme) => {
  const engine = await startEngine();
  const { host, targets } = await startSocks();
  expect(await get(engine, `${scheme}://${host}`)).toBe(engine);
  expect(targets).toEqual([`type 4, ${'0'.repeat(31)}1`]);
});

it.each([200, 201, 204])('accepts status %i for an open tunnel', async (status) => {
  const { host } = await startRaw((socket) => {
    const answers = [`HTTP/1.1 ${status} Fine\r\n\r\n`, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage'];
    socket.on('data', () => void socket.write(answers.shift() ?? ''));
  });
  expect(await get('engine.test', `http://${host}`)).toBe('page');
});
