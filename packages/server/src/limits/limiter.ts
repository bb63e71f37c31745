/** What a key may still do in the running window. */
export interface Quota {
  /** Requests per window. */
  limit: number;
  /** Requests left in this window. */
  remaining: number;
  /** Whole seconds until the window ends. */
  reset: number;
}

/** Counts requests per key and window, in memory. */
export interface Limiter {
  /** Length of the window in seconds. */
  readonly window: number;
  /** Counts a request: whether it is within the limit, and what is left. */
  take(id: string): Quota & { allowed: boolean };
  /** What is left, without counting. */
  peek(id: string): Quota;
}

export interface LimiterOptions {
  /** Requests per window. */
  limit: number;
  /** Length of the window in seconds. */
  window: number;
  /** The clock, in milliseconds. @default Date.now */
  now?: () => number;
}

interface Window {
  used: number;
  endsAt: number;
}

/** A fixed window per key, opened by the first request in it. Ids are those of configured keys, so the map is bounded. */
export function createLimiter({ limit, window, now = Date.now }: LimiterOptions): Limiter {
  const windows = new Map<string, Window>();

  function current(id: string): Window {
    const known = windows.get(id);
    if (known !== undefined && known.endsAt > now()) return known;
    return { used: 0, endsAt: now() + window * 1000 };
  }

  const quotaOf = ({ used, endsAt }: Window): Quota => ({
    limit,
    remaining: Math.max(0, limit - used),
    reset: Math.ceil((endsAt - now()) / 1000),
  });

  return {
    window,
    take(id) {
      const running = current(id);
      running.used += 1;
      windows.set(id, running);
      return { ...quotaOf(running), allowed: running.used <= limit };
    },
    peek: (id) => quotaOf(current(id)),
  };
}

/** The quota as headers: the structured fields of the IETF draft, and the three that most services send. */
export function quotaHeaders({ limit, remaining, reset }: Quota, window: number): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=${window}`,
    ratelimit: `"default";r=${remaining};t=${reset}`,
    'x-ratelimit-limit': `${limit}`,
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-reset': `${reset}`,
  };
}
