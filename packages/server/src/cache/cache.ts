/** Keeps values for a while, in memory. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export interface CacheOptions {
  /** Seconds that a value is kept. */
  ttl: number;
  /** Number of values kept; beyond it the one unused for longest goes. */
  entries: number;
  /** The clock, in milliseconds. @default Date.now */
  now?: () => number;
}

/** A least-recently-used cache with an age limit. */
export function createCache<T>({ ttl, entries, now = Date.now }: CacheOptions): Cache<T> {
  const kept = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const hit = kept.get(key);
      if (hit === undefined) return undefined;
      kept.delete(key);
      if (hit.until <= now()) return undefined;
      kept.set(key, hit); // a Map keeps the order of insertion: the used one moves to the end
      return hit.value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, { value, until: now() + ttl * 1000 });
      const [oldest] = kept.keys();
      if (kept.size > entries && oldest !== undefined) kept.delete(oldest);
    },
  };
}
