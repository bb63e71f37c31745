/** A token bucket: up to `requests` at once after a pause, and `requests` per `seconds` on average. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** The limits of one key that differ from the defaults. */
export interface KeyLimits {
  readonly rate?: Rate;
  /** Maximum concurrent searches. */
  readonly concurrency?: number;
  /** Pages in a day and in a month of UTC. */
  readonly perDay?: number;
  readonly perMonth?: number;
}

/** The limits of keys without limits of their own. A quota of 0 means no quota. */
export interface DefaultLimits {
  readonly rate: Rate;
  readonly lookupRate: Rate;
  readonly perDay: number;
  readonly perMonth: number;
}

/** The caller that is limited. */
export interface Caller {
  readonly id: string;
  readonly limits: KeyLimits;
}

/** Which rate a request counts against. */
export type RateName = 'default' | 'lookups';

/** One limit of a key, and its state. */
export interface LimitStatus {
  readonly name: RateName | 'day' | 'month';
  /** Undefined if there is no quota; only the usage is known then. */
  readonly limit: number | undefined;
  readonly used: number;
  readonly remaining: number | undefined;
  /** Length of the window in seconds. */
  readonly window: number;
  /** Whole seconds until the limit is fully available again. */
  readonly reset: number;
}

/**
 * The limits as headers: the structured fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers) with every limit,
 * and the three that most services send with the first, which is the rate.
 */
export function limitHeaders(limitStatuses: readonly LimitStatus[]): Record<string, string> {
  const limits = limitStatuses.filter(({ limit }) => limit !== undefined);
  const [rate] = limits;
  return {
    'ratelimit-policy': limits.map(({ name, limit, window }) => `"${name}";q=${limit};w=${window}`).join(', '),
    ratelimit: limits.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
    ...(rate && {
      'x-ratelimit-limit': `${rate.limit}`,
      'x-ratelimit-remaining': `${rate.remaining}`,
      'x-ratelimit-reset': `${rate.reset}`,
    }),
  };
}
