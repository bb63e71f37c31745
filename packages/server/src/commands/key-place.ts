import type { RedisConfig } from '../config/redis.js';
import { settings } from '../config/settings.js';
import { fileKeyStore } from '../limits/keys/file-key-store.js';
import type { KeyStore } from '../limits/keys/key-store.js';
import { CommandError } from './command.js';

/** Where a command finds the keys. */
export interface KeyPlace {
  /** A file; it wins. */
  file?: string;
  /** Address of a Redis. */
  redis?: string;
}

/** Milliseconds that Redis may take for an answer: a person would rather wait than try again. */
const replyTimeout = 5_000;

/** Does something with the keys of a file or of a Redis. */
export async function withKeys<T>({ file, redis }: KeyPlace, work: (store: KeyStore) => Promise<T>): Promise<T> {
  if (file) return work(fileKeyStore(file));
  if (redis) return withRedis(redis, work);
  throw new CommandError('Say where the keys are kept: --file <path> or SVC_KEYS_FILE, --redis <url> or SVC_REDIS_URL');
}

async function withRedis<T>(redisUrl: string, work: (store: KeyStore) => Promise<T>): Promise<T> {
  const [{ openRedis }, { redisKeyStore }] = await Promise.all([
    import('../state/redis/connection.js'),
    import('../state/redis/key-store.js'),
  ]);
  const events = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined }; // `work` rejects
  const connection = await openRedis({ ...redisConfig(), redisUrl, redisTimeoutMs: replyTimeout }, events);
  try {
    return await work(redisKeyStore(connection));
  } finally {
    await connection.close();
  }
}

/** The other settings of Redis, as the environment has them. */
function redisConfig(): Pick<RedisConfig, 'redisMode' | 'redisSentinel' | 'redisPrefix'> {
  const textOf = ({ name, fallback }: { name: string; fallback: string }) => process.env[name] || fallback;
  const { redisMode, redisSentinel, redisPrefix } = settings;
  return {
    redisMode: redisMode.read(textOf(redisMode)) ?? 'single',
    redisSentinel: textOf(redisSentinel),
    redisPrefix: textOf(redisPrefix),
  };
}
