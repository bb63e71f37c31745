import type { Counts, HealthStore } from '@svc/fetchers';
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from './connection.js';
import { addCounts, sliceAt } from './sliding-counters.js';

/** Milliseconds within which what was noted is written down. */
const delay = 250;

/** Counters that are remembered to have been written here; of others, slices that are over go with the whole key. */
const mostKnown = 20_000;

interface Noted {
  amounts: Record<string, number>;
  window: number;
}

/**
 * Counts that nobody waits for: what comes within a moment is written at once, without reading what was counted before. That
 * costs the same however much was counted, and however many others count.
 */
export class NotedCounts {
  readonly #connection: RedisConnection;
  readonly #lost: HealthStore['note'];
  readonly #noted = new Map<string, Noted>();
  /** When counters were last written here, and when slices of them that are over were last dropped. */
  readonly #known = new LRUCache<string, { writtenAt: number; tidiedAt: number }>({ max: mostKnown });
  #timer: NodeJS.Timeout | undefined;

  /** @param lost takes what could not be written */
  constructor(connection: RedisConnection, lost: HealthStore['note']) {
    [this.#connection, this.#lost] = [connection, lost];
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

  async #append(key: string, amounts: Counts, window: number): Promise<void> {
    const [name, slice] = [this.#keyOf(key), sliceAt(this.#connection.now(), window)];
    await this.#connection.ask((redis) =>
      Promise.all([
        ...Object.entries(amounts).map(([counter, amount]) => redis.hincrby(name, `${slice} ${counter}`, amount)),
        redis.pexpire(name, window),
      ]),
    );
  }

  /** Slices that are over are dropped once in a window: the key expires by itself where nobody counts for as long. */
  #mustTidy(key: string, window: number): boolean {
    const now = performance.now();
    const known = this.#known.get(key);
    const isNew = known === undefined || now > known.writtenAt + window;
    const isDue = !isNew && now > known.tidiedAt + window;
    this.#known.set(key, { writtenAt: now, tidiedAt: isNew || isDue ? now : known.tidiedAt });
    return isDue;
  }

  #keyOf(key: string): string {
    return this.#connection.key('counters', key);
  }
}
