import type { Counts, HealthStore } from '@svc/fetchers';
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from './connection.js';
import { addCounts, sliceAt, sliceLength } from './sliding-counters.js';

/** Milliseconds within which noted counts are written. */
const delay = 250;

/** Most counters that are remembered as written by this process; old slices of others expire with the whole key. */
const maxKnownCounters = 20_000;

/** Milliseconds after which old slices are dropped from counters that are written all the time, or the window if that is longer. */
const cleanupInterval = 240_000;

interface Noted {
  amounts: Record<string, number>;
  window: number;
}

interface Known {
  /** When this process last wrote them, by its own clock. */
  writtenAt: number;
  /** When old slices were last dropped. */
  cleanedAt: number;
  /** The slice in which their expiry was last set; undefined when it must be set again. */
  timedIn: number | undefined;
}

/**
 * Counts that nobody waits for. Counts of the same moment are written together, without reading earlier ones, so that the cost depends
 * neither on how much was counted nor on how many processes count.
 */
export class BufferedCounts {
  readonly #connection: RedisConnection;
  readonly #lost: HealthStore['bufferCounts'];
  readonly #noted = new Map<string, Noted>();
  readonly #known = new LRUCache<string, Known>({ max: maxKnownCounters });
  #timer: NodeJS.Timeout | undefined;

  /** @param lost receives counts that could not be written */
  constructor(connection: RedisConnection, lost: HealthStore['bufferCounts']) {
    [this.#connection, this.#lost] = [connection, lost];
    connection.onChange(() => this.#known.clear()); // a Redis that is back may have lost them
  }

  add(key: string, amounts: Counts, window: number): void {
    const noted = this.#noted.get(key) ?? { amounts: {}, window };
    for (const [name, amount] of Object.entries(amounts)) noted.amounts[name] = (noted.amounts[name] ?? 0) + amount;
    this.#noted.set(key, noted);
    this.#timer ??= setTimeout(() => void this.writeAll(), delay).unref();
  }

  /** Takes the counts of a key that are not written yet, which the caller writes. */
  take(key: string): Counts {
    const { amounts = {} } = this.#noted.get(key) ?? {};
    this.#noted.delete(key);
    return amounts;
  }

  /** Drops the counts of a key whose counters are deleted. */
  forget(key: string): void {
    this.#noted.delete(key);
    this.#known.delete(key);
  }

  /** Writes the counts of a key before any command that follows. */
  writeNow(key: string): void {
    const noted = this.#noted.get(key);
    this.#noted.delete(key);
    if (noted !== undefined) void this.#write(key, noted);
  }

  /** Writes all noted counts. */
  async writeAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#noted];
    this.#noted.clear();
    await Promise.all(all.map(([key, noted]) => this.#write(key, noted)));
  }

  async #write(key: string, { amounts, window }: Noted): Promise<void> {
    try {
      await (this.#isCleanupDue(key, window)
        ? this.#connection.run(addCounts, [this.#keyOf(key)], [window, ...Object.entries(amounts).flat()])
        : this.#append(key, amounts, window));
    } catch {
      await this.#lost(key, amounts, window); // away, which the connection reports
    }
  }

  /** Sets the expiry once per slice, one slice longer than needed, because the next slice sets it again. */
  async #append(key: string, amounts: Counts, window: number): Promise<void> {
    const [name, slice] = [this.#keyOf(key), sliceAt(this.#connection.now(), window)];
    const known = this.#known.get(key)!;
    const isTimed = known.timedIn === slice;
    known.timedIn = slice;
    await this.#connection.ask((redis) =>
      Promise.all([
        ...Object.entries(amounts).map(([counter, amount]) => redis.hincrby(name, `${slice} ${counter}`, amount)),
        !isTimed && redis.pexpire(name, window + sliceLength(window)),
      ]),
    );
  }

  /** Whether old slices must be dropped. A key that nobody writes for a window expires as a whole. */
  #isCleanupDue(key: string, window: number): boolean {
    const now = performance.now();
    const known = this.#known.get(key);
    if (known === undefined || now > known.writtenAt + window) {
      this.#known.set(key, { writtenAt: now, cleanedAt: now, timedIn: undefined });
      return false;
    }
    known.writtenAt = now;
    if (now <= known.cleanedAt + Math.max(window, cleanupInterval)) return false;
    known.cleanedAt = now;
    return true;
  }

  #keyOf(key: string): string {
    return this.#connection.key('counters', key);
  }
}
