import { randomUUID } from 'node:crypto';
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
  const client = makeClient(config, { lazyConnect: true, retryStrategy: () => null, connectTimeout: redisTimeout });
  let fault: unknown;
  client.on('error', (error) => {
    fault = error;
  });
  try {
    await client.connect();
    await writeProbe(client, config.redisPrefix);
    return ok(check, `${host} answers and can be written`);
  } catch (error) {
    return faultOf({ check, setting, host, error: isErrorReply(error) ? error : (fault ?? error) });
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

function writeProbe(client: RedisClient, prefix: string): Promise<unknown> {
  const key = createRedisKeyNamer(prefix)('probe', randomUUID());
  return runScript(client, probeScript, { keys: [key], args: [] }, (reply) => reply);
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
