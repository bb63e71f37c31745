import { codeOf } from '../../errors/reasons.js';
import {
  createRecordListKeyStore,
  parseKeyRecords,
  serializeKeyRecords,
  unusableStoreError,
} from '../../limits/keys/file-key-store.js';
import { type KeyRecord, type KeyStore, KeyStoreError } from '../../limits/keys/key-store.js';
import type { LuaScript } from './client.js';
import type { RedisConnection } from './connection.js';

/** Seconds that API keys are kept when nobody reads them: longer than any service is down. */
const keysKept = 400 * 86_400;

/**
 * Replies with the revision of the API keys and, unless the reader has it already, the keys. Reading extends their lifetime.
 *
 * KEYS: API keys · ARGV: revision that the reader has
 */
const readKeys: LuaScript = {
  lua: `
redis.call('EXPIRE', KEYS[1], ${keysKept})
local values = redis.call('HMGET', KEYS[1], 'revision', 'records')
local revision = values[1] or '0'
if revision == ARGV[1] then return { revision } end
return { revision, values[2] }`,
};

/**
 * Replaces the API keys, unless they were changed since they were read. Replies with whether it did.
 *
 * KEYS: API keys · ARGV: revision that was read, records
 */
const replaceKeys: LuaScript = {
  lua: `
local revision = redis.call('HGET', KEYS[1], 'revision') or '0'
if revision ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'revision', revision + 1, 'records', ARGV[2])
redis.call('EXPIRE', KEYS[1], ${keysKept})
return 1`,
};

/** Milliseconds within which a change is noticed. */
const usualPoll = 1_000;

/** Attempts to make a change while others make theirs. */
const tries = 50;

/** Keys as they were read. */
interface KeysRead {
  readonly revision: string;
  /** Undefined when Redis has none. */
  readonly records: readonly KeyRecord[] | undefined;
}

/**
 * Stores API keys in Redis, with digests of their secrets, as a file does. They are replaced as a whole, unless somebody else did so in
 * between. While Redis is away they can be neither read nor changed; a service continues with those that it has.
 */
export function redisKeyStore(connection: RedisConnection, { poll = usualPoll }: { poll?: number } = {}): KeyStore {
  const key = connection.key('keys', 'svc');
  let listed = ''; // nothing was read yet

  async function read(): Promise<KeysRead> {
    const [revision, text] = (await connection.run(readKeys, [key], [''])) as [string, string | null];
    return { revision, records: text ? parseKeyRecords(text) : undefined };
  }

  async function replace(make: (records: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<void> {
    for (let count = 0; count < tries; count += 1) {
      const { revision, records } = await read();
      if ((await connection.run(replaceKeys, [key], [revision, serializeKeyRecords(make(records ?? []))])) === 1)
        return;
    }
    throw new KeyStoreError('unusable', 'The keys in Redis change all the time');
  }

  return createRecordListKeyStore({
    list: () =>
      asStoreErrors(connection, async () => {
        const { revision, records } = await read();
        listed = revision;
        return records;
      }),
    update: (make) => asStoreErrors(connection, () => replace(make)),
    onChange(listener) {
      let known = listed; // a change since then is reported at once
      let isOver = false;
      const look = async () => {
        if (!connection.isUp()) return;
        const [revision = known] = (await connection.run(readKeys, [key], [known])) as string[];
        if (revision === known || isOver) return;
        known = revision;
        listener();
      };
      const looking = () => void look().catch(() => undefined); // away, which the connection reports
      const timer = setInterval(looking, poll).unref();
      looking();
      return () => {
        isOver = true;
        clearInterval(timer);
      };
    },
  });
}

async function asStoreErrors<T>({ isUp }: RedisConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUp()) throw new KeyStoreError('away', 'The keys are in Redis, which does not answer', { cause: error });
    throw error instanceof KeyStoreError ? error : unusableStoreError('The keys in Redis', codeOf(error), error);
  }
}
