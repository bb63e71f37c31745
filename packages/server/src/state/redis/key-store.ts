import { codeOf } from '../../errors/error-code.js';
import type { KeyRecord } from '../../limits/keys/key-record.js';
import { type KeyStore, KeyStoreError } from '../../limits/keys/key-store.js';
import { readRecords, recordsStore, unusable, writeRecords } from '../../limits/keys/records-store.js';
import type { RedisConnection } from './connection.js';
import { readKeys, replaceKeys } from './scripts/keys.js';

/** How soon a change is noticed, in milliseconds. */
const usualPoll = 1_000;

/** How often a change is tried while others make theirs. */
const tries = 50;

/** Keys as they were read. */
interface Read {
  readonly revision: string;
  /** Undefined where Redis holds nothing. */
  readonly records: readonly KeyRecord[] | undefined;
}

/**
 * Keeps API keys in Redis: digests of their secrets, as a file would. They are changed as a whole, unless somebody else
 * did so in between. While Redis is away they cannot be read or changed; a service goes on with those that it has.
 */
export function redisKeyStore(connection: RedisConnection, { poll = usualPoll }: { poll?: number } = {}): KeyStore {
  const key = connection.key('keys');
  let listed = ''; // no revision: nothing was read yet

  async function read(): Promise<Read> {
    const [revision, text] = (await connection.run(readKeys, [key], [''])) as [string, string | null];
    return { revision, records: text ? readRecords(text) : undefined };
  }

  async function replace(make: (records: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<void> {
    for (let count = 0; count < tries; count += 1) {
      const { revision, records } = await read();
      if ((await connection.run(replaceKeys, [key], [revision, writeRecords(make(records ?? []))])) === 1) return;
    }
    throw new KeyStoreError('unusable', 'The keys in Redis change all the time');
  }

  return recordsStore({
    list: () =>
      asStoreErrors(connection, async () => {
        const { revision, records } = await read();
        listed = revision;
        return records;
      }),
    update: (make) => asStoreErrors(connection, () => replace(make)),
    onChange(listener) {
      let known = listed; // what has changed since is told at once
      const look = async () => {
        if (!connection.isUp()) return;
        const [revision = known] = (await connection.run(readKeys, [key], [known])) as string[];
        if (revision === known) return;
        known = revision;
        listener();
      };
      const looking = () => void look().catch(() => undefined); // the connection has told that it is away
      const timer = setInterval(looking, poll).unref();
      looking();
      return () => clearInterval(timer);
    },
  });
}

async function asStoreErrors<T>({ isUp }: RedisConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUp()) throw new KeyStoreError('away', 'The keys are in Redis, which does not answer', { cause: error });
    throw error instanceof KeyStoreError ? error : unusable('The keys in Redis', codeOf(error), error);
  }
}
