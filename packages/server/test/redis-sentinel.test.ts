import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort, hasRedis } from './helpers/redis.js';
import { startedService } from './helpers/started.js';

/** The name of the primary at the Sentinels. */
const name = 'counts';

/** A client that waits until its server accepts connections. */
function clientOf(port: number): Redis {
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 50 });
  client.on('error', () => undefined); // not started yet
  return client;
}

/** Starts a primary, a replica and three Sentinels; they are stopped after the test. */
async function startSentinels() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sentinel-'));
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort(), freePort()]);
  const [primary, replica, ...sentinels] = ports;
  const place = ['--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const start = (args: string[]) => spawn('redis-server', args, { stdio: 'ignore' });
  const servers = [start(['--port', `${primary}`, ...place])];
  servers.push(start(['--port', `${replica}`, ...place, '--replicaof', '127.0.0.1', `${primary}`]));
  for (const port of sentinels) {
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor ${name} 127.0.0.1 ${primary} 2`,
    ];
    // A busy machine may delay the reply of a primary that has not failed by seconds.
    const times = [`sentinel down-after-milliseconds ${name} 5000`, `sentinel failover-timeout ${name} 10000`];
    await writeFile(join(folder, `${port}.conf`), [...lines, ...times].join('\n'));
    servers.push(start([join(folder, `${port}.conf`), '--sentinel']));
  }
  const clients = ports.map(clientOf);
  onTestFinished(async () => {
    for (const client of clients) client.disconnect();
    for (const server of servers) server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  // Each Sentinel must know the replica and the other two before they can elect a primary.
  const facts = (sentinel: Redis) => sentinel.info('sentinel').catch(() => '');
  for (const sentinel of clients.slice(2)) {
    await expect.poll(() => facts(sentinel), { timeout: 150_000, interval: 250 }).toMatch(/slaves=1,sentinels=3/);
  }
  const url = sentinels.map((port) => `redis://127.0.0.1:${port}`).join(',');
  return { url, primary: { process: servers[0]!, client: clients[0]! }, replica: clients[1]! };
}

describe.skipIf(!hasRedis)('with Redis Sentinel', () => {
  test('counts are kept when the primary fails and a replica replaces it', {
    timeout: 240_000,
  }, async () => {
    const { url, primary, replica } = await startSentinels();
    const sentinel = { SVC_REDIS_URL: url, SVC_REDIS_MODE: 'sentinel', SVC_REDIS_SENTINEL: name };
    const service = await startedService({ env: { ...sentinel, SVC_REDIS_TIMEOUT_MS: '5000', SVC_DAY_QUOTA: '1000' } });
    const search = async (num: number) =>
      (await service.post('/api/v1/alpha/search', { query: 'counted', num })).statusCode;
    const used = async () => (await service.get('/api/v1/account')).json().limits.day.used;
    const redisIs = async () => (await service.get('/readyz')).json().redis;
    expect([await search(70), await used()]).toEqual([200, 7]);
    expect(await primary.client.wait(1, 20_000)).toBe(1); // the replica has replicated it
    primary.process.kill('SIGKILL');
    await expect.poll(redisIs).toBe('away');
    await expect.poll(redisIs, { timeout: 120_000 }).toBe('up');
    await expect.poll(used).toBe(7);
    expect([await search(10), await used()]).toEqual([200, 8]);
    expect(await replica.info('replication')).toContain('role:master');
  });
});
