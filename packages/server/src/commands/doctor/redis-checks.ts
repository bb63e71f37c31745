import { randomUUID } from 'node:crypto';
// biome-ignore lint/suspicious/noTsIgnore: the error is only there where the package is not installed
/** @ts-ignore optional: without the package, programs that embed the service must compile */
import type { Cluster } from 'ioredis';
import type { RedisConfig } from '../../config/processes.js';
import type { Config } from '../../config/settings.js';
import {
  createRedisKeyNamer,
  errorReplyCode,
  findRedisSettingToCorrect,
  isErrorReply,
  type LuaScript,
  loadRedisClient,
  type RedisClient,
  runScript,
} from '../../state/redis/client.js';
import { createReplyTimeouts } from '../../state/redis/replies.js';
import { type DoctorCheckResult, failed, ok, redactedErrorMessage } from './check-result.js';

/** Milliseconds in which Redis must answer. */
const redisTimeout = 5_000;

/** Checks that the Redis in which state is shared answers and can be written. */
export async function checkRedis(config: Config): Promise<DoctorCheckResult | undefined> {
  return config.redisUrl === '' ? undefined : checkWrites('redis', 'SVC_REDIS_URL', config);
}

/** The same for a separate Redis of jobs. */
export async function checkBatchRedis(config: Config): Promise<DoctorCheckResult | undefined> {
  const { batchRedisUrl: redisUrl, batchStore } = config;
  if (redisUrl === '' || batchStore === 'folder') return undefined;
  return checkWrites('batches', 'SVC_BATCH_REDIS_URL', { ...config, redisUrl });
}

async function checkWrites(check: string, setting: string, config: RedisConfig): Promise<DoctorCheckResult> {
  const makeClient = await loadRedisClient();
  const host = config.redisUrl
    .split(',')
    .map((address) => new URL(address.trim()).host)
    .join(', ');
  let at = host;
  const inTime = createReplyTimeouts(redisTimeout); // a cluster that lacks a master is tried for ever
  const client = makeClient(config, { lazyConnect: true, retryStrategy: () => null, connectTimeout: redisTimeout });
  let fault: unknown;
  client.on('error', (error) => {
    fault = error;
  });
  try {
    await inTime(client.connect()).catch((error: unknown) => {
      if (mastersOf(client).length === 0) throw error; // else the loop names the master that is down
    });
    for (const [server, work] of probesOf(client, config.redisPrefix)) {
      at = server === client ? host : `${server.options.host}:${server.options.port}`;
      await inTime(work());
    }
    return ok(check, `${host} answers and can be written`);
  } catch (error) {
    return faultOf({ check, setting, host: at, error: isErrorReply(error) ? error : (fault ?? error) });
  } finally {
    client.disconnect();
  }
}

/** Writes a key as the service does, in a script, and removes it. Should the doctor be interrupted, the key expires. */
const probeScript: LuaScript = {
  lua: `
redis.call('SET', KEYS[1], '', 'PX', 1000)
return redis.call('DEL', KEYS[1])`,
};

/** What has to succeed, with the server that does it: masters of a cluster first have to answer, then all have to write. */
function probesOf(client: RedisClient, prefix: string): (readonly [RedisClient, () => Promise<unknown>])[] {
  const masters = mastersOf(client);
  if (masters.length === 0) return [[client, () => writeProbe(client, prefix, { isPart: false })]];
  return [
    ...masters.map((master) => [master, () => master.ping()] as const),
    ...masters.map((master) => [master, () => writeProbe(master, prefix, { isPart: true })] as const),
  ];
}

/** The masters of a Redis Cluster, as far as they are known; none for another Redis. */
function mastersOf(client: RedisClient): RedisClient[] {
  return 'nodes' in client ? (client as unknown as Cluster).nodes('master') : [];
}

/** Most keys to try until one belongs to a certain master. */
const maxKeys = 1_000;

/** @param isPart whether it is a master of a cluster, which only takes the keys of its slots */
async function writeProbe(server: RedisClient, prefix: string, { isPart }: { isPart: boolean }): Promise<void> {
  const keyOf = createRedisKeyNamer(prefix);
  for (let left = isPart ? maxKeys : 1; ; left -= 1) {
    try {
      const keys = [keyOf('probe', randomUUID())];
      return await runScript(server, probeScript, { keys, args: [] }, () => undefined);
    } catch (error) {
      if (left === 1 || !isErrorReply(error) || errorReplyCode(error) !== 'MOVED') throw error;
    }
  }
}

/** What to do about refused writes, by the code of the reply. */
const refusals: Readonly<Record<string, string>> = {
  MISCONF: 'free its disk or mend its folder: it cannot save its data, and takes no more until it can',
  NOREPLICAS: 'start its replicas, or lower its min-replicas-to-write',
  OOM: 'raise its maxmemory',
};

function faultOf({ check, setting, host, error }: Record<'check' | 'setting' | 'host', string> & { error: unknown }) {
  const advice = findRedisSettingToCorrect(error)?.replace('SVC_REDIS_URL', setting);
  if (advice !== undefined) return failed(check, `${host} cannot be used`, advice);
  const reason = redactedErrorMessage(error);
  if (!isErrorReply(error))
    return failed(check, `${host} does not answer: ${reason}`, `start it, or correct ${setting}`);
  const code = errorReplyCode(error);
  const way = code === 'READONLY' ? `${setting} must name the primary, not a replica` : refusals[code];
  return failed(check, `${host} refuses writes: ${reason}`, way ?? 'mend what it names');
}
