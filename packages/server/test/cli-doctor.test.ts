import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { startSimulator } from '@svc/fixtures';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endAll, run, runHere } from './helpers/command-line.js';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { startCluster } from './helpers/redis-cluster.js';
import { temporaryFolder } from './helpers/temporary.js';

afterAll(endAll);

const chromium = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';
const hasChromium = existsSync(chromium);
if (!hasChromium)
  test.skip(`CHROMIUM IS MISSING AT ${chromium}: the doctor started no browser (apt-get install chromium)`, () => {});

interface Finding {
  check: string;
  verdict: string;
  message: string;
  advice?: string;
}

/** The finding of `svc doctor` for a check, its message and advice as `report`, and the exit code. */
async function verdictOn(check: string, env: Record<string, string>, flags = ['--no-search']) {
  // NODE_OPTIONS has an effect only on a new process.
  const doctor = 'NODE_OPTIONS' in env ? run : runHere;
  const { code, out, err } = await doctor(['doctor', '--json', ...flags], env);
  expect(err).toBe('');
  const findings: Finding[] = JSON.parse(out);
  const failed = findings.filter(({ verdict }) => verdict === 'failed').map((finding) => finding.check);
  const found = findings.find((finding) => finding.check === check);
  return { code, failed, ...found, report: `${found?.message} → ${found?.advice}` };
}

/** Lets a server listen on the loopback address; returns its port. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A port of the loopback address without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Lets a Redis fail to save its data, as on a full disk: a folder has the name of its file. */
async function failToSave(client: Redis): Promise<void> {
  const [, folder = ''] = (await client.config('GET', 'dir')) as string[];
  await mkdir(join(folder, 'dump.rdb'));
  await client.config('SET', 'save', '3600 1');
  await client.bgsave();
  await expect.poll(() => client.info('persistence')).toContain('rdb_last_bgsave_status:err');
}

/** Node.js options that shift the clock of a program to this time. */
const clockAt = (time: number) => {
  const script = `const Real = Date; globalThis.Date = class extends Real { constructor(...given) { super(...(given.length ? given : [${time}])); } };`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
};

describe('svc doctor names the setting to change and how:', () => {
  test('an unreachable proxy', async () => {
    const env = { SVC_ADAPTER: 'http', SVC_PROXIES: `http://127.0.0.1:${await deadPort()}` };
    const { code, failed, report } = await verdictOn('proxies', env);
    expect([code, failed]).toEqual([1, ['proxies']]);
    expect(report).toMatch(/^1 of 1 do not accept connections: proxy-1 → .*SVC_PROXIES/);
  });

  test('a proxy that rejects the password', async () => {
    const proxy = createHttpServer().on('connect', (_, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    });
    const env = { SVC_ADAPTER: 'http', SVC_PROXIES: `http://user:wrong@127.0.0.1:${await listening(proxy)}` };
    const { code, failed, report } = await verdictOn('search', env, []);
    expect([code, failed]).toEqual([1, ['search']]);
    expect(report).toMatch(/The proxy refused .* \(no_proxy_available\) → .*passwords in SVC_PROXIES/);
    expect(report).not.toContain('wrong@');
  });

  test('an invalid proxy file', async () => {
    const file = join(await temporaryFolder(), 'proxies');
    await writeFile(file, 'http://127.0.0.1:1 contry=at\n');
    const { code, failed, report } = await verdictOn('proxies', { SVC_ADAPTER: 'http', SVC_PROXIES_FILE: file });
    expect([code, failed]).toEqual([1, ['proxies']]);
    expect(report).toMatch(/ cannot be used: Proxy 1 has an invalid tag.* → .*SVC_PROXIES_FILE/);
  });

  test('a missing browser', async () => {
    const env = { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: join(await temporaryFolder(), 'chromium') };
    const { code, failed, report } = await verdictOn('config', env);
    expect([code, failed]).toEqual([1, ['config']]);
    expect(report).toMatch(/^SVC_BROWSER_PATH must be a file; .* → /);
  });

  test('a program that is not a browser', async () => {
    const file = join(await temporaryFolder(), 'browser');
    await writeFile(file, '#!/bin/sh\necho "editor 9.1"\n', { mode: 0o755 });
    const { code, failed, report } = await verdictOn('browser', { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: file });
    expect([code, failed]).toEqual([1, ['browser']]);
    expect(report).toMatch(/is not Chromium: it prints "editor 9\.1" → SVC_BROWSER_PATH must name Chromium/);
  });

  test('a browser whose sandbox cannot work', async () => {
    const file = join(await temporaryFolder(), 'browser');
    await writeFile(file, '#!/bin/sh\necho "Chromium 156.0.7204.92"\n', { mode: 0o755 });
    const env = { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: file };
    const user = vi.spyOn(process, 'getuid').mockReturnValue(0);
    onTestFinished(() => user.mockRestore());
    const { code, failed, report } = await verdictOn('browser', env);
    expect([code, failed]).toEqual([1, ['browser']]);
    expect(report).toMatch(/^its sandbox does not work as root.* → .*SVC_BROWSER_SANDBOX=false$/);
  });

  test.each([
    [
      '[1:FATAL:zygote.cc:1] No usable sandbox!',
      /started: No usable sandbox! → let this user .*SVC_BROWSER_SANDBOX=false$/,
    ],
    ['Failed to move to new namespace', /started: Failed to move to new namespace → .*SVC_BROWSER_SANDBOX=false$/],
    ['libnss3.so: cannot open shared object file', /started: libnss3\.so: cannot open .* → start it .* --headless/],
  ])('a browser that has a version but does not start: %s', async (printed, expected) => {
    const file = join(await temporaryFolder(), 'browser');
    const script = `#!/bin/sh\n[ "$1" = --version ] && exec echo "Chromium 156.0.7204.92"\necho "${printed}" >&2\nexit 1\n`;
    await writeFile(file, script, { mode: 0o755 });
    const env = { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: file, SVC_BROWSER_SANDBOX: 'false' };
    const { code, failed, report } = await verdictOn('browser', env);
    expect([code, failed]).toEqual([1, ['browser']]);
    expect(report).toMatch(expected);
  });

  test.skipIf(!hasChromium)('a browser that starts', async () => {
    const env = { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: chromium, SVC_BROWSER_SANDBOX: 'false' };
    const { code, verdict, message } = await verdictOn('browser', env);
    expect([code, verdict]).toEqual([0, 'ok']);
    expect(message).toMatch(/^Chrome\/\d+(?:\.\d+){3} opened a page \d+ ms after its start$/);
  });

  test('a browser that cannot be started', async () => {
    const file = join(await temporaryFolder(), 'browser');
    await writeFile(file, 'no program', { mode: 0o644 });
    const { code, failed, report } = await verdictOn('browser', { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: file });
    expect([code, failed]).toEqual([1, ['browser']]);
    expect(report).toMatch(/does not start: .* → SVC_BROWSER_PATH must name Chromium/);
  });

  test.each<[string, Record<string, string>]>([
    ['http, from the address of this machine', {}],
    ['http', { SVC_PROXIES: 'http://127.0.0.1:1' }],
    ['http', { SVC_GATEWAY: 'http://127.0.0.1:1' }],
  ])('%s: how engines see the service without a proxy', async (report, more) => {
    const { report: adapter } = await verdictOn('adapter', { SVC_ADAPTER: 'http', ...more });
    expect(adapter).toBe(`${report} → undefined`); // there is nothing to fix
  });

  test('a port in use is a warning, as the service itself may use it', async () => {
    const port = await listening(createServer());
    const { code, verdict, report } = await verdictOn('port', { SVC_PORT: `${port}` });
    expect([code, verdict]).toEqual([0, 'warning']);
    expect(report).toMatch(new RegExp(`^${port} of 127\\.0\\.0\\.1 is taken → .*SVC_PORT`));
  });

  test('an unreachable Redis', async () => {
    const env = { SVC_REDIS_URL: `redis://user:secret@127.0.0.1:${await deadPort()}` };
    const { code, failed, report } = await verdictOn('redis', env);
    expect([code, failed]).toEqual([1, ['redis']]);
    expect(report).toMatch(/does not answer: .*ECONNREFUSED.* → start it, or correct SVC_REDIS_URL/);
    expect(report).not.toContain('secret');
  });

  test.skipIf(!hasRedis)('a Redis that rejects the password', async () => {
    const redis = await redisForTest();
    await redis.client().config('SET', 'requirepass', 'right');
    const env = { SVC_REDIS_URL: redis.url.replace('redis://', 'redis://:wrong@') };
    const { code, failed, report } = await verdictOn('redis', env);
    expect([code, failed]).toEqual([1, ['redis']]);
    expect(report).toMatch(
      /^127\.0\.0\.1:\d+ cannot be used → SVC_REDIS_URL must have the password of Redis \(WRONGPASS\)$/,
    );
  });

  test.skipIf(!hasRedis).each([
    ['OOM', ['CONFIG', 'SET', 'maxmemory', '1'], /raise its maxmemory$/],
    ['READONLY', ['REPLICAOF', '127.0.0.1', '1'], /SVC_REDIS_URL must name the primary, not a replica$/],
    ['NOREPLICAS', ['CONFIG', 'SET', 'min-replicas-to-write', '1'], /start its replicas, or /],
    ['MISCONF', [], /free its disk or mend its folder: it cannot save its data/],
  ] as const)('a Redis that refuses writes: %s', async (code, [command, ...given], way) => {
    const redis = await redisForTest();
    const client = redis.client();
    if (command === undefined) await failToSave(client);
    else await client.call(command, ...given);
    const found = await verdictOn('redis', { SVC_REDIS_URL: redis.url });
    expect([found.code, found.failed]).toEqual([1, ['redis']]);
    expect(found.report).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+ refuses writes: ${code} .* → `));
    expect(found.report).toMatch(way);
  });

  test.skipIf(!hasRedis)('a Redis whose user may only use keys of another prefix', async () => {
    const redis = await redisForTest();
    await redis.client().call('ACL', 'SETUSER', 'svc', 'on', '>secret', '~own:*', '+@all');
    const env = { SVC_REDIS_URL: redis.url.replace('redis://', 'redis://svc:secret@') };
    expect(await verdictOn('redis', { ...env, SVC_REDIS_PREFIX: 'own' })).toMatchObject({ code: 0, verdict: 'ok' });
    expect(await redis.client().dbsize()).toBe(0);
    const { code, failed, report } = await verdictOn('redis', env);
    expect([code, failed]).toEqual([1, ['redis']]);
    expect(report).toMatch(/ → .*NOPERM/);
  });

  test.skipIf(!hasRedis)('a separate Redis of jobs', async () => {
    const [state, jobs] = [await redisForTest(), await redisForTest()];
    const env = { SVC_REDIS_URL: state.url, SVC_BATCH_REDIS_URL: jobs.url };
    expect(await verdictOn('batches', env)).toMatchObject({ code: 0, failed: [], verdict: 'ok' });
    expect([await state.client().dbsize(), await jobs.client().dbsize()]).toEqual([0, 0]);
    await jobs.client().call('REPLICAOF', '127.0.0.1', '1');
    const { code, failed, report } = await verdictOn('batches', env);
    expect([code, failed]).toEqual([1, ['batches']]);
    expect(report).toMatch(/ refuses writes: READONLY .* → SVC_BATCH_REDIS_URL must name the primary/);
  });

  test.skipIf(!hasRedis)(
    'the one master of a Redis Cluster that refuses writes, or is down',
    async () => {
      const cluster = await startCluster();
      onTestFinished(() => cluster.close());
      const env = { SVC_REDIS_URL: cluster.url, SVC_REDIS_MODE: 'cluster' };
      expect(await verdictOn('redis', env)).toMatchObject({ code: 0, verdict: 'ok' });
      for (const [index, address] of cluster.masters.entries()) {
        const client = new Redis(address);
        await client.config('SET', 'maxmemory', '1');
        const { failed, report } = await verdictOn('redis', env);
        expect([failed, report]).toEqual([
          ['redis'],
          expect.stringMatching(`^${new URL(address).host} refuses writes: OOM`),
        ]);
        await client.config('SET', 'maxmemory', '0');
        expect([index, await client.dbsize()]).toEqual([index, 0]);
        client.disconnect();
      }
      cluster.kill(1);
      const { failed, report } = await verdictOn('redis', env);
      const host = new URL(cluster.masters[1]!).host;
      expect([failed, report]).toEqual([['redis'], expect.stringMatching(`^${host} does not answer: `)]);
    },
    120_000,
  );

  test('a misspelt setting', async () => {
    const { code, failed, report } = await verdictOn('config', { SVC_PROXIE: 'http://127.0.0.1:1' });
    expect([code, failed]).toEqual([1, ['config']]);
    expect(report).toMatch(/SVC_PROXIE\b.*did you mean SVC_PROXIES\?.* → "svc serve --help" lists all variables/);
  });

  test('all errors at once: invalid values, conflicts, unknown names, and failures of valid settings', async () => {
    const env = {
      ...{ SVC_PORT: '99999', SVC_ADAPTER: 'magic', SVC_ATTEMPTS: '0', SVC_PLACES_FILE: '/nope', SVC_ZZZ: '1' },
      SVC_REDIS_URL: `redis://127.0.0.1:${await deadPort()}`,
    };
    const { code, out } = await runHere(['doctor', '--json'], env);
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
    expect(findings.report).toMatch(
      /older than eight weeks: chrome \d+ is \d+ days old, firefox \d+ is .* → update svc$/,
    );
  });

  test('a wrong clock', async () => {
    const { code, failed, report } = await verdictOn('clock', { NODE_OPTIONS: clockAt(0) });
    expect([code, failed]).toEqual([1, ['clock']]);
    expect(report).toMatch(
      /^1970-01-01T00:00:00Z is before this program was released → set the clock, preferably with NTP$/,
    );
  });

  test('a usage file that cannot be written', async () => {
    const folder = await temporaryFolder();
    const keys = join(folder, 'keys.json');
    await writeFile(keys, '{"version":1,"keys":[]}', { mode: 0o600 });
    const env = { SVC_KEYS_FILE: keys, SVC_USAGE_FILE: '/proc/svc-usage' };
    const { code, verdict, report } = await verdictOn('usage', env);
    expect([code, verdict]).toEqual([0, 'warning']);
    expect(report).toMatch(/^\/proc\/svc-usage cannot be written \(ENOENT\) → SVC_USAGE_FILE must name a file/);
    const sound = await verdictOn('usage', { SVC_KEYS_FILE: keys });
    expect([sound.code, sound.verdict, sound.message]).toEqual([0, 'ok', `${keys}.usage can be written`]);
  });

  test('an unreadable file of keys', async () => {
    const folder = await temporaryFolder();
    const keys = join(folder, 'keys.json');
    await mkdir(keys);
    const { code, failed, report } = await verdictOn('config', { SVC_KEYS_FILE: keys });
    expect([code, failed]).toEqual([1, ['config']]);
    expect(report).toMatch(/^SVC_KEYS_FILE must be a file.* → /);
  });

  test('an engine that asks for a captcha', async () => {
    const engine = await startSimulator({ scenario: () => 'captcha' });
    onTestFinished(() => engine.close());
    const env = { SVC_ADAPTER: 'http', SVC_GATEWAY: engine.origin };
    const { code, failed, report } = await verdictOn('search', env, []);
    expect([code, failed]).toEqual([1, ['search']]);
    expect(report).toMatch(/^beta\.search: .* \(upstream_captcha\) → .*SVC_ADAPTER.*SVC_PROXIES/);
  });
});
