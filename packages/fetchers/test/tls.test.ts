import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTunnels } from './support/raw.js';
import { startSocksProxy } from './support/socks.js';

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
const [keyFile, certFile] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
afterAll(() => rmSync(folder, { recursive: true }));

/** Why there is no certificate for the tests, or undefined. */
const noOpenssl = ((): string | undefined => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'OPENSSL IS MISSING: nothing was fetched over TLS (apt-get install openssl)';
  }
})();

if (noOpenssl) it.skip(noOpenssl, () => {});

/** Fetches the address with `httpAdapter` in a process that trusts the certificate or does not. */
async function get(address: string, { proxy = '', isTrusted = true }: { proxy?: string; isTrusted?: boolean } = {}) {
  const script = `
    import { createFetcher, httpAdapter, parseProxies } from ${JSON.stringify(fileURLToPath(new URL('../dist/index.js', import.meta.url)))};
    const [address, proxy] = process.argv.slice(1);
    const fetcher = createFetcher({ adapter: httpAdapter(), attempts: 1, proxies: parseProxies(proxy ? [proxy] : []) });
    const request = { engine: 'beta', operation: 'beta.search', query: '', page: 1, url: address, headers: {}, cookies: {} };
    const judge = ({ status, body }) => ({ usable: true, value: status + ' ' + Buffer.from(body) });
    const result = await fetcher.fetch(request, judge).then(({ value }) => value, ({ code }) => code);
    await fetcher.close();
    console.log(result);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, address, proxy], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...(isTrusted && { NODE_EXTRA_CA_CERTS: certFile }) },
  });
  return (await text(child.stdout)).trim();
}

/** An engine that responds over TLS with the requested server name and the negotiated protocol. */
async function startEngine(): Promise<string> {
  const server = createHttpsServer({ ...identity(), ALPNProtocols: ['h2', 'http/1.1'] }, (request, response) => {
    const { servername, alpnProtocol } = request.socket as TLSSocket & { servername: string | false };
    response.end(`${servername} ${alpnProtocol}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}

/** A proxy with TLS. */
async function startSecureProxy(): Promise<string> {
  const tunnels = await startTunnels();
  const server = createTlsServer(identity(), (socket) => {
    const inner = connect(tunnels.port, '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

function identity() {
  return { key: readFileSync(keyFile), cert: readFileSync(certFile) };
}

describe.skipIf(noOpenssl)('over TLS', () => {
  beforeAll(() => {
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const files = ['-keyout', keyFile, '-out', certFile];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], {
      stdio: 'ignore',
    });
  });

  const page = '200 localhost http/1.1';

  it('a page is fetched directly, with HTTP/1.1', async () => {
    expect(await get(await startEngine())).toBe(page);
  });

  it('a page is fetched through an http proxy', async () => {
    const { host } = await startTunnels();
    expect(await get(await startEngine(), { proxy: `http://user:word@${host}` })).toBe(page);
  });

  it('a page is fetched through an https proxy', async () => {
    expect(await get(await startEngine(), { proxy: await startSecureProxy() })).toBe(page);
  });

  it('a page is fetched through a SOCKS proxy with a password', async () => {
    const { url } = await startSocksProxy({ user: 'jane', password: 'right' });
    expect(await get(await startEngine(), { proxy: url.replace('//', '//jane:right@') })).toBe(page);
  });

  it('the fetch fails if the certificate of the engine or the proxy is not trusted or has another name', async () => {
    const engine = await startEngine();
    expect(await get(engine, { isTrusted: false })).toBe('network');
    expect(await get(engine.replace('localhost', '127.0.0.2'), {})).toBe('network');
    expect(await get('http://engine.test/', { proxy: await startSecureProxy(), isTrusted: false })).toBe('proxy');
  });
});
