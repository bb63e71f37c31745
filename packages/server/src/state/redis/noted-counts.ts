import type { Counts, HealthStore } from '@svc/fetchers';
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from './connection.js';
import { addCounts, sliceAt, sliceLength } from './sliding-counters.js';

/** Milliseconds within which what was noted is written down. */
const delay = 250;

/** Counters that are remembered to have been written here; of others, slices that are over go with the whole key. */
const mostKnown = 20_000;

/** Milliseconds after which slices that are over are dropped from counters that are written all the time, unless a window is longer. */
const tidying = 240_000;

interface Noted {
  amounts: Record<string, number>;
  window: number;
}

interface Known {
  /** When they were last written here, by the clock of this process. */
  writtenAt: number;
  /** When slices that are over were last dropped. */
  tidiedAt: number;
  /** The slice in which they were last given their time; undefined where that must be done again. */
  timedIn: number | undefined;
}

/**
 * Counts that nobody waits for: what comes within a moment is written at once, without reading what was counted before. That
 * costs the same however much was counted, and however many others count.
 */
export class NotedCounts {
  readonly #connection: RedisConnection;
  readonly #lost: HealthStore['note'];
  readonly #noted = new Map<string, Noted>();
  readonly #known = new LRUCache<string, Known>({ max: mostKnown });
  #timer: NodeJS.Timeout | undefined;

  /** @param lost takes what could not be written */
  constructor(connection: RedisConnection, lost: HealthStore['note']) {
    [this.#connection, this.#lost] = [connection, lost];
    connection.onChange(() => this.#known.clear()); // a Redis that is back may have lost them
  }

  add(key: string, amounts: Counts, window: number): void {
    const noted = this.#noted.get(key) ?? { amounts: {}, window };
    for (const [name, amount] of Object.entries(amounts)) noted.amounts[name] = (noted.amounts[name] ?? 0) + amount;
    this.#noted.set(key, noted);
    this.#timer ??= setTimeout(() => void this.writeAll(), delay).unref();
  }

  /** What was noted of a key and is not written: the caller writes it. */
  take(key: string): Counts {
    const { amounts = {} } = this.#noted.get(key) ?? {};
    this.#noted.delete(key);
    return amounts;
  }

  /** Drops what was noted of a key whose counters are deleted. */
  forget(key: string): void {
    this.#noted.delete(key);
    this.#known.delete(key);
  }

  /** Writes what was noted of a key before any command that follows. */
  writeNow(key: string): void {
    const noted = this.#noted.get(key);
    this.#noted.delete(key);
    if (noted !== undefined) void this.#write(key, noted);
  }

  /** Writes all that was noted. */
  async writeAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#noted];
    this.#noted.clear();
    await Promise.all(all.map(([key, noted]) => this.#write(key, noted)));
  }

  async #write(key: string, { amounts, window }: Noted): Promise<void> {
    try {
      await (this.#mustTidy(key, window)
        ? this.#connection.run(addCounts, [this.#keyOf(key)], [window, ...Object.entries(amounts).flat()])
        : this.#append(key, amounts, window));
    } catch {
      await this.#lost(key, amounts, window); // away, which the connection reports
    }
  }

  /** The time that counters are kept is set once in a slice, with the slice more: the next one sets it again. */
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

  /** The key expires by itself where nobody counts for as long. */
  #mustTidy(key: string, window: number): boolean {
    const now = performance.now();
    const known = this.#known.get(key);
    if (known === undefined || now > known.writtenAt + window) {
      this.#known.set(key, { writtenAt: now, tidiedAt: now, timedIn: undefined });
      return false;
    }
    known.writtenAt = now;
    if (now <= known.tidiedAt + Math.max(window, tidying)) return false;
    known.tidiedAt = now;
    return true;
  }

  #keyOf(key: string): string {
    return this.#connection.key('counters', key);
  }
}
