import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it, onTestFinished, vi } from 'vitest';
import { page } from './support/misconduct.js';
import { expectGoodChoice, startTwenty, type Tunnel } from './support/twenty-exits.js';

/** The authority of the test, which the fetcher trusts. */
const trusted = vi.hoisted(() => ({ ca: '' }));
vi.mock('node:tls', async (load) => {
  const tls = await load<typeof import('node:tls')>();
  return {
    ...tls,
    connect: (options: import('node:tls').ConnectionOptions) => tls.connect({ ...options, ca: trusted.ca }),
  };
});

const folder = mkdtempSync(join(tmpdir(), 'exits-tls-'));
const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name), 'utf8');
const openssl = (...args: readonly string[]) =>
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'ignore'] });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Writes a certificate of the authority. */
function certify(name: string, host: string, days: number): void {
  openssl('req', ...newKey, '-subj', `/CN=${host}`, '-keyout', file(`${name}.key`), '-out', file(`${name}.csr`));
  writeFileSync(file(`${name}.ext`), `subjectAltName=DNS:${host}`);
  const authority = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'];
  const request = ['-req', '-in', file(`${name}.csr`), '-extfile', file(`${name}.ext`), '-days', `${days}`];
  openssl('x509', ...request, ...authority, '-out', file(`${name}.pem`));
}

const noOpenssl = ((): boolean => {
  try {
    openssl('version');
    return false;
  } catch {
    return true;
  }
})();

beforeAll(() => {
  if (noOpenssl) return;
  for (const name of ['ca', 'stranger']) {
    const subject = [
      '-subj',
      `/CN=${name === 'ca' ? 'authority' : 'localhost'}`,
      '-addext',
      'subjectAltName=DNS:localhost',
    ];
    openssl(
      'req',
      '-x509',
      ...newKey,
      ...subject,
      '-days',
      '2',
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.pem`),
    );
  }
  trusted.ca = read('ca.pem');
  certify('good', 'localhost', 2);
  certify('elsewhere', 'other.test', 2);
  certify('expired', 'localhost', 0); // expires in this second
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An engine over TLS with one of the certificates. */
async function startEngine(name: string): Promise<string> {
  const server = createServer({ key: read(`${name}.key`), cert: read(`${name}.pem`) }, (request, response) => {
    response.end(page(request.url ?? ''));
  });
  server.on('tlsClientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

const afterHello =
  (react: (client: Socket) => void): Tunnel =>
  (client) =>
    void client.once('data', () => react(client));

/** Passes on what comes from the engine, changed. */
const through =
  (change: (chunk: Buffer, client: Socket, count: number) => Buffer): Tunnel =>
  (client, port) => {
    let count = 0;
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      count += 1;
      client.write(change(chunk, client, count));
    });
  };

const leadTo =
  (port: () => number): Tunnel =>
  (client) =>
    through((chunk) => chunk)(client, port());

const applicationData = 0x17;
const others = { expired: 0, elsewhere: 0, stranger: 0 };

const tunnels: Readonly<Record<string, Tunnel>> = {
  'sends a TLS alert after the hello': afterHello((client) => client.end(Buffer.from('15030300020228', 'hex'))),
  'closes after the hello': afterHello((client) => client.end()),
  'resets after the hello': afterHello((client) => client.resetAndDestroy()),
  'does not answer the hello': () => undefined,
  'answers the hello in plain HTTP': afterHello((client) =>
    client.end('HTTP/1.1 400 Bad Request\r\n\r\n<html>400</html>'),
  ),
  'presents an expired certificate': leadTo(() => others.expired),
  'presents a certificate of another host': leadTo(() => others.elsewhere),
  'presents a certificate of its own': leadTo(() => others.stranger),
  'garbles what the engine sends': through((chunk) => {
    const garbled = Buffer.from(chunk);
    if (garbled[0] === applicationData) garbled[garbled.length - 1]! ^= 1;
    return garbled;
  }),
  'cuts the tunnel within a record': through((chunk, client, count) => {
    if (count < 2) return chunk;
    setTimeout(() => client.destroy(), 5);
    return chunk.subarray(0, Math.floor(chunk.length / 2));
  }),
  'passes on no more than the handshake': through((chunk, _, count) => (count < 2 ? chunk : Buffer.alloc(0))),
};

describe.skipIf(noOpenssl)('five bad exits of twenty, to an engine over TLS', () => {
  it.each([...Object.keys(tunnels), 'differs from the others'])(
    'fail no search and get few later attempts if each %s',
    async (name) => {
      for (const other of ['expired', 'elsewhere', 'stranger'] as const)
        others[other] = Number(new URL(await startEngine(other)).port);
      const way = tunnels[name];
      const kinds = way === undefined ? [2, 3, 5, 8, 9].map((index) => Object.values(tunnels)[index]!) : [way];
      await expectGoodChoice(await startTwenty({ kinds, engine: await startEngine('good') }));
    },
  );
});
