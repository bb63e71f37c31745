import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetcher, type FetchError, httpAdapter, parseProxies } from '../src/index.js';
import { startAnswer, startRaw } from './support/raw.js';
import { newSession, requestFor } from './support/requests.js';

const connectTimeout = 300;
/** Half of the default connect timeout: an attempt that ends before has used its own, even on a busy machine. */
const inTime = 2_500;

/** Never responds. */
const silent = () => startRaw((socket) => socket.resume());
const switching = () =>
  startAnswer('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n', 'stay');
const switchingBare = () => startAnswer('HTTP/1.1 101 Switching Protocols\r\n\r\n', 'stay');

/** Milliseconds by which a timer that starts now fires late because the machine is busy. */
async function lateness(milliseconds: number): Promise<number> {
  const began = performance.now();
  await sleep(milliseconds);
  return Math.max(0, performance.now() - began - milliseconds);
}

interface Silence {
  code: string;
  target?: (host: string) => string;
  proxy?: (host: string) => string;
  server: () => ReturnType<typeof silent>;
}

const engine = 'https://engine.test/';
const silences: Readonly<Record<string, Silence>> = {
  'an http proxy that never responds': { code: 'proxy', proxy: (host) => `http://${host}`, server: silent },
  'an https proxy that never responds': { code: 'proxy', proxy: (host) => `https://${host}`, server: silent },
  'a socks5h proxy that never responds': { code: 'proxy', proxy: (host) => `socks5h://${host}`, server: silent },
  'a socks4a proxy that never responds': { code: 'proxy', proxy: (host) => `socks4a://${host}`, server: silent },
  'a TLS handshake without a response': { code: 'timeout', target: (host) => `https://${host}/`, server: silent },
  'a status 101': { code: 'bad_response', target: (host) => `http://${host}/`, server: switching },
  'a status 101 without Upgrade': { code: 'bad_response', target: (host) => `http://${host}/`, server: switchingBare },
};

describe.each(Object.entries(silences))('%s', (_, { code, target, proxy, server }) => {
  it('ends in time, and leaves no socket', async () => {
    const { host, open, sockets } = await server();
    const adapter = httpAdapter({ connectTimeout });
    onTestFinished(() => adapter.close?.());
    const proxies = proxy ? parseProxies([proxy(host)]) : [];
    const session = newSession(proxies[0] && { proxy: proxies[0] });
    const began = performance.now();
    const page = adapter(requestFor(target?.(host) ?? engine), { signal: new AbortController().signal, session });
    await expect(page).rejects.toMatchObject({ code });
    const took = performance.now() - began;
    expect(took).toBeLessThan(inTime);
    expect(sockets.length).toBeGreaterThan(0);
    await expect.poll(open).toBe(0);
  });

  it('leaves no socket 500 ms after 100 attempts and close()', async () => {
    const { host, open, sockets } = await server();
    const fetcher = createFetcher({
      adapter: httpAdapter({ connectTimeout: 60_000 }),
      ...(proxy && { proxies: parseProxies([proxy(host)]) }),
      limits: { engine: 100, direct: 100, proxy: 100 },
      coolDowns: { proxy: { base: 0, cap: 0 } },
      attempts: 1,
      circuit: false,
    });
    const judge = () => ({ usable: true, value: undefined }) as const;
    const request = requestFor(target?.(host) ?? engine);
    const all = Array.from({ length: 100 }, () => fetcher.fetch(request, judge).catch(({ code }: FetchError) => code));
    await expect.poll(() => sockets.length, { timeout: 30_000 }).toBeGreaterThan(proxy ? 0 : 90);
    await fetcher.close();
    await Promise.all(all);
    await sleep(await lateness(500)); // and the 500 ms themselves
    expect(open()).toBe(0);
  });
});

it('a process exits after it has closed its fetcher', async () => {
  const { host } = await silent();
  const script = `
    import { createFetcher, httpAdapter, parseProxies } from ${JSON.stringify(fileURLToPath(new URL('../dist/index.js', import.meta.url)))};
    const fetcher = createFetcher({ adapter: httpAdapter(), proxies: parseProxies(['http://${host}']), timeout: 300 });
    const request = { engine: 'beta', operation: 'beta.search', query: '', page: 1, url: 'https://engine.test/', headers: {}, cookies: {} };
    await fetcher.fetch(request, () => ({ usable: true, value: 1 })).catch(() => {});
    await fetcher.close();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [status] = await once(child, 'exit');
  clearTimeout(timer);
  expect(status).toBe(0);
}, 90_000);
