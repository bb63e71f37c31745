import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { type Adapter, FetchError } from '@svc/fetchers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig, type Service, type ServiceOptions, startService } from '../src/index.js';
import { breakFs } from './helpers/break-fs.js';
import { collectGarbage } from './helpers/garbage.js';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { always, environment, key } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

// Each fault is caused, not simulated in the metrics. An alert must detect it, with an expression that reads the metric
// that changed; a failed search must be found in the log by the request id of its response.

const otherKey = 'another-key-of-the-exercise';
const rules = readFileSync(new URL('../observability/prometheus-alerts.yml', import.meta.url), 'utf8');

/** The metrics in the expression of an alert. */
function metricsOf(alert: string): string[] {
  const [, expression = ''] =
    new RegExp(`- alert: ${alert}\\n +expr: (.*?)\\n +(?:for|labels):`, 's').exec(rules) ?? [];
  return expression.match(/\b(?:svc|nodejs|http)_[a-z0-9_]+/g) ?? [];
}

/** A service with its metrics and log. */
interface WatchedService {
  service: Service;
  /** Searches gamma. */
  search(query?: string, as?: string): Promise<{ status: number; requestId: string; code: string | undefined }>;
  post(path: string, body: string, type?: string): Promise<Response>;
  /** The first sample in `/metrics` whose name and labels match, or 0 if there is none. */
  sample(pattern: RegExp): Promise<number>;
  log: Record<string, unknown>[];
}

async function startWatchedService(
  env: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<WatchedService> {
  const log: Record<string, unknown>[] = [];
  const logTo = { write: (line: string) => log.push(JSON.parse(line)) };
  const config = readConfig({ ...environment, SVC_PORT: '0', SVC_LOG_LEVEL: 'info', ...env });
  const service = await startService(config, { logTo, ...options });
  onTestFinished(() => service.stop());
  const post = (path: string, body: string, type = 'application/json', as = key) =>
    fetch(service.address + path, { method: 'POST', headers: { 'content-type': type, 'x-api-key': as }, body });
  return {
    ...{ service, log, post },
    async search(query = 'tea', as = key) {
      const response = await post('/api/v1/gamma/search', JSON.stringify({ query }), 'application/json', as);
      const { code } = (await response.json()) as { code?: string };
      return { status: response.status, requestId: response.headers.get('x-request-id') ?? '', code };
    },
    async sample(pattern) {
      const text = await (await fetch(`${service.address}/metrics`)).text();
      const line = text.split('\n').find((one) => !one.startsWith('#') && pattern.test(one));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
  };
}

/**
 * Expects that an alert reads the metric of a sample, and that the sample reaches a value for which `isFaulty` is true.
 */
async function expectAlert(
  { sample }: WatchedService,
  alert: string,
  { metric, isFaulty = (value) => value > 0 }: { metric: RegExp; isFaulty?: (value: number) => boolean },
): Promise<void> {
  const name = /\w+/.exec(metric.source)?.[0] ?? '';
  expect(metricsOf(alert), alert).toContain(name);
  await expect.poll(async () => isFaulty(await sample(metric))).toBe(true);
}

const failing =
  (make: () => Error): Adapter =>
  async () => {
    throw make();
  };
const refusing =
  (status: number, headers: Record<string, string> = {}): Adapter =>
  async ({ url }) => ({ url, status, headers, body: new Uint8Array(9) });
const adapterOf = (adapter: Adapter): [Record<string, string>, ServiceOptions] => [
  { SVC_ADAPTER: 'http' },
  { adapter },
];

/** A complete page that no parser recognizes. */
const strangePage = `<!doctype html><html><head><title>t</title></head><body>${'<p>some words</p>'.repeat(500)}</body></html>`;

/** Starts a server whose certificate expired years ago. */
async function expiredServer(): Promise<string> {
  const folder = await temporaryFolder();
  const [keyFile, certFile, request] = [join(folder, 'key.pem'), join(folder, 'cert.pem'), join(folder, 'csr.pem')];
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=127.0.0.1',
    '-keyout',
    keyFile,
    '-out',
    request,
  );
  await writeFile(join(folder, 'index.txt'), '');
  await writeFile(join(folder, 'serial'), '01');
  const authority =
    '[ca]\ndefault_ca=a\n[a]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\nCN=supplied\n';
  await writeFile(join(folder, 'ca.cnf'), authority);
  const dates = ['-startdate', '20200101000000Z', '-enddate', '20210101000000Z'];
  const files = ['-config', 'ca.cnf', '-keyfile', keyFile, '-in', request, '-out', certFile];
  openssl('ca', '-batch', '-selfsign', '-notext', ...files, ...dates);
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, (_, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a fault that fails a search shows in a metric, and in the log under the request id', () => {
  const unknownLayout = always(strangePage);
  const hangs: Adapter = (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  test.each<[fault: string, alert: string, outcome: string, adapter: Adapter, metric: RegExp]>([
    [
      'the engine is unreachable',
      'SvcSearchesFail',
      'network',
      failing(() => new FetchError('network', 'ECONNREFUSED')),
      /svc_searches_total\{operation="gamma\.search",outcome="upstream_\w+"\}/,
    ],
    ['the engine hangs', 'SvcSearchesFail', 'timeout', hangs, /svc_searches_total\{.*outcome="upstream_timeout"\}/],
    [
      'the engine rejects requests',
      'SvcEngineRefuses',
      'rate_limited',
      refusing(429, { 'retry-after': '60' }),
      /svc_engine_answers_total\{engine="gamma",state="rate_limited"\}/,
    ],
    [
      'the engine asks the only exit to wait',
      'SvcEngineUnavailable',
      'rate_limited',
      refusing(429, { 'retry-after': '600' }),
      /svc_engine_unavailable_seconds\{engine="gamma"\}/,
    ],
    [
      'the layout of the engine changes',
      'SvcUnknownLayout',
      'unrecognised',
      unknownLayout,
      /svc_unrecognised_layouts_total\{operation="gamma\.search",fingerprint="\w+"\}/,
    ],
  ])('%s: %s', async (_, alert, outcome, adapter, metric) => {
    const [env, options] = adapterOf(adapter);
    const watch = await startWatchedService({ ...env, SVC_SEARCH_TIMEOUT_MS: '3000' }, options);
    const { status, requestId, code } = await watch.search();
    expect([status >= 500, code]).toEqual([true, expect.any(String)]);
    await expectAlert(watch, alert, { metric });
    const lines = watch.log.filter((line) => line.request_id === requestId);
    expect(lines.find(({ msg }) => msg === 'an attempt failed')).toMatchObject({ outcome, operation: 'gamma.search' });
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ status, code });
  });

  test('the engine keeps failing: SvcCircuitOpen', async () => {
    const [env, options] = adapterOf(failing(() => new FetchError('network', 'ECONNRESET')));
    const watch = await startWatchedService(
      { ...env, SVC_CIRCUIT_FAILURES: '3', SVC_API_KEYS: `${key},${otherKey}` },
      options,
    );
    // A single key opens only its own circuit, since its queries may be the cause.
    for (let count = 0; count < 12; count += 1) await watch.search(`tea ${count}`, count % 2 === 0 ? key : otherKey);
    await expectAlert(watch, 'SvcCircuitOpen', { metric: /svc_circuit_state\{engine="gamma"\}/ });
    expect(await watch.search('coffee')).toMatchObject({ status: 503, code: 'circuit_open' });
  });

  test('a certificate has expired: its error code is logged for the request', async () => {
    const watch = await startWatchedService({ SVC_ADAPTER: 'http', SVC_GATEWAY: await expiredServer() });
    const { status, requestId } = await watch.search();
    expect(status).toBe(502);
    await expectAlert(watch, 'SvcSearchesFail', {
      metric: /svc_searches_total\{operation="gamma\.search",outcome="upstream_/,
    });
    const lines = watch.log.filter((line) => line.request_id === requestId);
    expect(JSON.stringify(lines)).toMatch(/CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  test('a proxy fails: SvcProxiesCooling', async () => {
    const proxies = {
      SVC_PROXIES: 'http://127.0.0.1:9 id=vienna',
      SVC_ADAPTER: 'http',
      SVC_GATEWAY: 'http://127.0.0.1:9',
    };
    const watch = await startWatchedService(proxies);
    const { requestId } = await watch.search();
    await expectAlert(watch, 'SvcProxiesCooling', {
      metric: /svc_proxy_cooling_seconds\{engine="gamma",proxy="vienna"\}/,
    });
    const failed = watch.log.find(({ msg, request_id }) => msg === 'an attempt failed' && request_id === requestId);
    expect(failed).toMatchObject({ proxy: 'vienna', outcome: 'proxy' });
  });
});

describe('a fault of the process', () => {
  test('incomplete request bodies: SvcBodyBytes', async () => {
    const watch = await startWatchedService();
    const { hostname, port } = new URL(watch.service.address);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const head = [
      'POST /api/v1/parse/gamma.search HTTP/1.1',
      ...[`host: ${hostname}`, `x-api-key: ${key}`, 'content-type: text/html', 'content-length: 900000'],
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(300_000)}`);
    await expectAlert(watch, 'SvcBodyBytes', { metric: /svc_body_bytes/, isFaulty: (value) => value >= 300_000 });
  });

  test('the event loop is blocked: SvcEventLoopDelay', async () => {
    const watch = await startWatchedService();
    const block = () => {
      for (const end = performance.now() + 250; performance.now() < end; );
    };
    const blocking = setInterval(block, 1); // repeated, as the metric is a percentile since the last scrape
    await expectAlert(watch, 'SvcEventLoopDelay', {
      metric: /nodejs_eventloop_lag_p99_seconds/,
      isFaulty: (value) => value > 0.2,
    }).finally(() => clearInterval(blocking));
  });

  test('the clock jumps: SvcClock', async () => {
    const watch = await startWatchedService();
    expect(Math.abs(await watch.sample(/^svc_clock_offset_seconds/))).toBeLessThan(60); // the clock of this machine
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000);
    onTestFinished(() => void vi.restoreAllMocks());
    await expectAlert(watch, 'SvcClock', { metric: /svc_clock_offset_seconds/, isFaulty: (value) => value > 3_500 });
  });

  test('memory is nearly exhausted: SvcMemory reads the heap in use and its limit', async () => {
    const watch = await startWatchedService();
    expect(metricsOf('SvcMemory')).toEqual(['nodejs_heap_size_used_bytes', 'svc_heap_limit_bytes']);
    collectGarbage(); // a collection between the samples would free more than the objects take
    const before = await watch.sample(/^nodejs_heap_size_used_bytes/);
    const held = Array.from({ length: 400_000 }, (_, index) => ({ index }));
    expect(await watch.sample(/^nodejs_heap_size_used_bytes/)).toBeGreaterThan(before + 5e6);
    expect([await watch.sample(/^svc_heap_limit_bytes/), held.length]).toEqual([
      getHeapStatistics().heap_size_limit,
      400_000, // keeps the objects alive
    ]);
  });

  test('more searches than the service can handle: SvcRefusals', async () => {
    const watch = await startWatchedService(
      { SVC_MAX_SEARCHES: '1', SVC_QUEUED_SEARCHES: '0', SVC_ADAPTER: 'http' },
      {
        adapter: () =>
          new Promise((_resolve, reject) => setTimeout(() => reject(new FetchError('timeout', 'late')), 1_500)),
      },
    );
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => watch.search(`tea ${index}`)));
    const refused = answers.find(({ code }) => code === 'overloaded');
    expect(refused).toMatchObject({ status: 503 });
    await expectAlert(watch, 'SvcRefusals', { metric: /svc_refusals_total\{code="overloaded"\}/ });
    expect(watch.log.find(({ request_id }) => request_id === refused?.requestId)).toMatchObject({ code: 'overloaded' });
  });
});

describe('a file system fault', () => {
  test('the keys cannot be reloaded: SvcStaleKeys', async () => {
    const file = join(await temporaryFolder(), 'keys.json');
    const watch = await startWatchedService({ SVC_KEYS_FILE: file });
    await writeFile(file, '{ not JSON');
    await expectAlert(watch, 'SvcStaleKeys', { metric: /svc_keys_stale/ });
    expect(JSON.stringify(watch.log)).toContain('the keys could not be reloaded');
  });

  test('an unusable page cannot be stored: SvcFault', async () => {
    const folder = join(await temporaryFolder(), 'keep');
    const [env, options] = adapterOf(always(strangePage));
    const watch = await startWatchedService({ ...env, SVC_KEEP_FOLDER: folder }, options);
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'a file where the folder was');
    await watch.search();
    await expectAlert(watch, 'SvcFault', { metric: /svc_faults_total\{fault="page_not_kept"\}/ });
  });

  test('the proxy file is gone: SvcFault', async () => {
    const file = join(await temporaryFolder(), 'proxies.txt');
    await writeFile(file, 'http://127.0.0.1:9 id=vienna\n');
    const watch = await startWatchedService({
      SVC_PROXIES_FILE: file,
      SVC_ADAPTER: 'http',
      SVC_GATEWAY: 'http://127.0.0.1:9',
    });
    await rm(file);
    await expectAlert(watch, 'SvcFault', { metric: /svc_faults_total\{fault="proxies_unread"\}/ });
  });

  test('usage cannot be written: SvcFault', async () => {
    const watch = await startWatchedService({ SVC_USAGE_FILE: join(await temporaryFolder(), 'usage.json') });
    breakFs('writeFile', 'ENOSPC');
    await watch.search();
    await expectAlert(watch, 'SvcFault', { metric: /svc_faults_total\{fault="usage_unwritten"\}/ });
  });

  test('a stored job is damaged: SvcJobDamaged', async () => {
    const folder = await temporaryFolder();
    const watch = await startWatchedService({ SVC_BATCH_FOLDER: folder });
    const lines = `${JSON.stringify({ id: '1', operation: 'gamma.search', query: 'tea' })}\n`;
    const added = await watch.post('/api/v1/batches', lines, 'application/x-ndjson');
    expect(added.status).toBe(202);
    const { id } = (await added.json()) as { id: string };
    const [job = ''] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(id));
    for (const name of await readdir(join(folder, job))) await writeFile(join(folder, job, name), '{ garbage');
    const headers = { 'x-api-key': key };
    const state = async () =>
      ((await (await fetch(`${watch.service.address}/api/v1/batches/${id}`, { headers })).json()) as { state: string })
        .state;
    await expect.poll(state).toBe('damaged');
    await expectAlert(watch, 'SvcJobDamaged', { metric: /svc_jobs_damaged_total/ });
    expect(watch.log.find(({ msg }) => msg === 'a batch is damaged and has been set aside')).toMatchObject({
      batch: id,
    });
  });
});

describe('a fault of a webhook receiver', () => {
  test('webhooks are rejected: SvcWebhooksFail; delivered ones are counted too', async () => {
    const { createServer: createPlain } = await import('node:http');
    let status = 500;
    const receiver = createPlain((_, response) => {
      response.writeHead(status).end();
      status = 204;
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'jobs'));
    const watch = await startWatchedService({
      ...{ SVC_BATCH_FOLDER: join(folder, 'jobs'), SVC_WEBHOOK_HOSTS: `127.0.0.1:${port}` },
      SVC_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    });
    const lines = `${JSON.stringify({ id: '1', operation: 'gamma.search', query: 'tea' })}\n`;
    const webhook = encodeURIComponent(`http://127.0.0.1:${port}/hook`);
    const added = await watch.post(`/api/v1/batches?webhook=${webhook}`, lines, 'application/x-ndjson');
    expect(added.status).toBe(202);
    await expectAlert(watch, 'SvcWebhooksFail', { metric: /svc_webhook_failures_total\{reason="500"\}/ });
    await expect.poll(() => watch.sample(/^svc_webhooks_delivered_total/)).toBe(1);
  });
});

describe.skipIf(!hasRedis)('a fault of Redis', () => {
  const shared = async () => {
    const redis = await redisForTest();
    return { redis, watch: await startWatchedService({ SVC_REDIS_URL: redis.url, SVC_REDIS_TIMEOUT_MS: '3000' }) };
  };

  test('it is unreachable: SvcRedisAway, and searches continue', async () => {
    const { redis, watch } = await shared();
    await redis.kill();
    await expectAlert(watch, 'SvcRedisAway', { metric: /svc_redis_up/, isFaulty: (value) => value === 0 });
    expect((await watch.search('how do tides work')).status).toBe(200);
  });

  test('it is slow: SvcRedisSlow', { timeout: 90_000 }, async () => {
    const { redis, watch } = await shared();
    const client = redis.client();
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const slowing = (async () => {
      while (!isOver) {
        await client.client('PAUSE', 400, 'ALL');
        await client.ping();
      }
    })();
    await expectAlert(watch, 'SvcRedisSlow', { metric: /svc_redis_reply_seconds/, isFaulty: (value) => value > 0.1 });
    isOver = true;
    await slowing;
  });

  test('it is out of memory: a metric and the log show the code', async () => {
    const { redis, watch } = await shared();
    await redis.client().config('SET', 'maxmemory', '1');
    await watch.search('how do tides work');
    await expect.poll(() => watch.sample(/^svc_redis_refusals_total\{reason="OOM"\}/)).toBeGreaterThan(0);
    const logged = () => watch.log.filter(({ msg }) => msg === 'Redis refused a command');
    expect(logged()[0]).toMatchObject({ reason: 'OOM', times: 1 });
    for (let search = 0; search < 5; search += 1) await watch.search(`how do tides work ${search}`);
    const refused = watch.sample(/^svc_redis_refusals_total\{reason="OOM"\}/);
    expect(await refused).toBeGreaterThan(5);
    expect(logged().length).toBeLessThan(3); // at most one in 10 s
  });

  test('it is a replica: the log says that the connection was closed', async () => {
    const { redis, watch } = await shared();
    await redis.client().call('REPLICAOF', '127.0.0.1', '1');
    await watch.search('how do tides work');
    await expect.poll(() => watch.log.find(({ msg }) => /^Redis is away/.test(`${msg}`))).toBeDefined();
    expect(watch.log.filter(({ reason }) => reason === 'Error')).toEqual([]);
  });
});
