import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { startSimulator } from '@svc/fixtures';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endAll, run } from './helpers/command-line.js';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { temporaryFolder } from './helpers/temporary.js';

// A busy machine starts processes slowly.
vi.setConfig({ testTimeout: 120_000 });
afterAll(endAll);

interface Finding {
  check: string;
  verdict: string;
  message: string;
  advice?: string;
}

/** What `svc doctor` says of a check, and its exit code. */
async function verdictOn(check: string, env: Record<string, string>, flags = ['--no-search']) {
  const { code, out, err } = await run(['doctor', '--json', ...flags], env);
  expect(err).toBe('');
  const findings: Finding[] = JSON.parse(out);
  const failed = findings.filter(({ verdict }) => verdict === 'failed').map((finding) => finding.check);
  const found = findings.find((finding) => finding.check === check);
  return { code, failed, ...found, said: `${found?.message} → ${found?.advice}` };
}

/** A server of this test's own, on the loopback address; its port. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A port of the loopback address where nobody listens. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Options of Node under which a program takes it to be another time. */
const clockAt = (time: number) => {
  const script = `const Real = Date; globalThis.Date = class extends Real { constructor(...given) { super(...(given.length ? given : [${time}])); } };`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
};

describe('svc doctor names the setting that is at fault, and the way out:', () => {
  test('a proxy that is not there', async () => {
    const env = { SVC_ADAPTER: 'http', SVC_PROXIES: `http://127.0.0.1:${await deadPort()}` };
    const { code, failed, said } = await verdictOn('proxies', env);
    expect([code, failed]).toEqual([1, ['proxies']]);
    expect(said).toMatch(/^1 of 1 do not accept connections: proxy-1 → .*SVC_PROXIES/);
  });

  test('a proxy that refuses the password', async () => {
    const proxy = createHttpServer().on('connect', (_, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    });
    const env = { SVC_ADAPTER: 'http', SVC_PROXIES: `http://user:wrong@127.0.0.1:${await listening(proxy)}` };
    const { code, failed, said } = await verdictOn('search', env, []);
    expect([code, failed]).toEqual([1, ['search']]);
    expect(said).toMatch(/The proxy refused .* \(no_proxy_available\) → .*passwords in SVC_PROXIES/);
    expect(said).not.toContain('wrong@');
  });

  test('a file of proxies that cannot be read as one', async () => {
    const file = join(await temporaryFolder(), 'proxies');
    await writeFile(file, 'http://127.0.0.1:1 contry=at\n');
    const { code, failed, said } = await verdictOn('proxies', { SVC_ADAPTER: 'http', SVC_PROXIES_FILE: file });
    expect([code, failed]).toEqual([1, ['proxies']]);
    expect(said).toMatch(/ cannot be used: Proxy 1 has a tag that is none of .* → .*SVC_PROXIES_FILE/);
  });

  test('a browser that is not there', async () => {
    const env = { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: join(await temporaryFolder(), 'chromium') };
    const { code, failed, said } = await verdictOn('config', env);
    expect([code, failed]).toEqual([1, ['config']]);
    expect(said).toMatch(/^SVC_BROWSER_PATH must be a file; .* → /);
  });

  test('a browser that is none', async () => {
    const file = join(await temporaryFolder(), 'browser');
    await writeFile(file, '#!/bin/sh\necho "editor 9.1"\n', { mode: 0o755 });
    const { code, failed, said } = await verdictOn('browser', { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: file });
    expect([code, failed]).toEqual([1, ['browser']]);
    expect(said).toMatch(/is not Chromium: it prints "editor 9\.1" → SVC_BROWSER_PATH must name Chromium/);
  });

  test('a browser that cannot be started', async () => {
    const file = join(await temporaryFolder(), 'browser');
    await writeFile(file, 'no program', { mode: 0o644 });
    const { code, failed, said } = await verdictOn('browser', { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: file });
    expect([code, failed]).toEqual([1, ['browser']]);
    expect(said).toMatch(/does not start: .* → SVC_BROWSER_PATH must name Chromium/);
  });

  test.each<[string, Record<string, string>]>([
    ['http, from the address of this machine', {}],
    ['http', { SVC_PROXIES: 'http://127.0.0.1:1' }],
    ['http', { SVC_GATEWAY: 'http://127.0.0.1:1' }],
  ])('%s: what engines see where it is asked directly', async (said, more) => {
    const { said: adapter } = await verdictOn('adapter', { SVC_ADAPTER: 'http', ...more });
    expect(adapter).toBe(`${said} → undefined`); // there is nothing to be done
  });

  test('a port that is taken: a service may be what has it', async () => {
    const port = await listening(createServer());
    const { code, verdict, said } = await verdictOn('port', { SVC_PORT: `${port}` });
    expect([code, verdict]).toEqual([0, 'warning']);
    expect(said).toMatch(new RegExp(`^${port} of 127\\.0\\.0\\.1 is taken → .*SVC_PORT`));
  });

  test('a Redis that does not answer', async () => {
    const env = { SVC_REDIS_URL: `redis://user:secret@127.0.0.1:${await deadPort()}` };
    const { code, failed, said } = await verdictOn('redis', env);
    expect([code, failed]).toEqual([1, ['redis']]);
    expect(said).toMatch(/does not answer: .*ECONNREFUSED.* → start it, or correct SVC_REDIS_URL/);
    expect(said).not.toContain('secret');
  });

  test.skipIf(!hasRedis)('a Redis that refuses the password', async () => {
    const redis = await redisForTest();
    await redis.client().config('SET', 'requirepass', 'right');
    const env = { SVC_REDIS_URL: redis.url.replace('redis://', 'redis://:wrong@') };
    const { code, failed, said } = await verdictOn('redis', env);
    expect([code, failed]).toEqual([1, ['redis']]);
    expect(said).toMatch(
      /^127\.0\.0\.1:\d+ cannot be used → SVC_REDIS_URL must have the password of Redis \(WRONGPASS\)$/,
    );
  });

  test('a setting that is misspelt', async () => {
    const { code, failed, said } = await verdictOn('config', { SVC_PROXIE: 'http://127.0.0.1:1' });
    expect([code, failed]).toEqual([1, ['config']]);
    expect(said).toMatch(/SVC_PROXIE\b.*did you mean SVC_PROXIES\?.* → "svc serve --help" lists all variables/);
  });

  test('every fault at once: values, contradictions, unknown names, and what the sound settings lead to', async () => {
    const env = {
      ...{ SVC_PORT: '99999', SVC_ADAPTER: 'magic', SVC_ATTEMPTS: '0', SVC_PLACES_FILE: '/nope', SVC_ZZZ: '1' },
      SVC_REDIS_URL: `redis://127.0.0.1:${await deadPort()}`,
    };
    const { code, out } = await run(['doctor', '--json'], env);
    const found: Finding[] = JSON.parse(out);
    const of = (verdict: string) =>
      found.filter((one) => one.verdict === verdict).map(({ message }) => message.split(' ')[0]);
    expect(code).toBe(1);
    expect(of('failed').slice(0, 4)).toEqual(['SVC_PORT', 'SVC_ADAPTER', 'SVC_ATTEMPTS', 'SVC_PLACES_FILE']);
    expect(of('warning')).toEqual(['SVC_ZZZ']);
    expect(found.filter(({ check }) => check === 'redis')).toMatchObject([{ verdict: 'failed' }]);
    const checked = found.map(({ check }) => check);
    for (const name of ['port', 'adapter', 'places', 'search']) expect(checked).not.toContain(name);
  });

  test('browser versions older than eight weeks', async () => {
    const findings = await verdictOn('profiles', { NODE_OPTIONS: clockAt(Date.parse('2028-01-01')) });
    expect(findings).toMatchObject({ code: 0, failed: [], verdict: 'warning' });
    expect(findings.said).toMatch(
      /older than eight weeks: chrome \d+ is \d+ days old, firefox \d+ is .* → update svc$/,
    );
  });

  test('a clock that is far off', async () => {
    const { code, failed, said } = await verdictOn('clock', { NODE_OPTIONS: clockAt(0) });
    expect([code, failed]).toEqual([1, ['clock']]);
    expect(said).toMatch(
      /^1970-01-01T00:00:00Z is before this program was released → set the clock, preferably with NTP$/,
    );
  });

  test('a file beside the keys that cannot be written', async () => {
    const folder = await temporaryFolder();
    const keys = join(folder, 'keys.json');
    await writeFile(keys, '{"version":1,"keys":[]}', { mode: 0o600 });
    const env = { SVC_KEYS_FILE: keys, SVC_USAGE_FILE: '/proc/svc-usage' };
    const { code, verdict, said } = await verdictOn('usage', env);
    expect([code, verdict]).toEqual([0, 'warning']);
    expect(said).toMatch(/^\/proc\/svc-usage cannot be written \(ENOENT\) → SVC_USAGE_FILE must name a file/);
    const sound = await verdictOn('usage', { SVC_KEYS_FILE: keys });
    expect([sound.code, sound.verdict, sound.message]).toEqual([0, 'ok', `${keys}.usage can be written`]);
  });

  test('keys that cannot be read', async () => {
    const folder = await temporaryFolder();
    const keys = join(folder, 'keys.json');
    await mkdir(keys);
    const { code, failed, said } = await verdictOn('config', { SVC_KEYS_FILE: keys });
    expect([code, failed]).toEqual([1, ['config']]);
    expect(said).toMatch(/^SVC_KEYS_FILE must be a file.* → /);
  });

  test('an engine that asks for a captcha', async () => {
    const engine = await startSimulator({ scenario: () => 'captcha' });
    onTestFinished(() => engine.close());
    const env = { SVC_ADAPTER: 'http', SVC_GATEWAY: engine.origin };
    const { code, failed, said } = await verdictOn('search', env, []);
    expect([code, failed]).toEqual([1, ['search']]);
    expect(said).toMatch(/^beta\.search: .* \(upstream_captcha\) → .*SVC_ADAPTER.*SVC_PROXIES/);
  });
});
