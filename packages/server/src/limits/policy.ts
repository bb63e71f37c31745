/** A rate that is refilled evenly: after a pause so many at once, and so many in so many seconds in the long run. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** What one key may do, where it is not as usual. */
export interface KeyLimits {
  readonly rate?: Rate;
  /** Searches in progress at once. */
  readonly concurrency?: number;
  /** Pages in a day and in a month of UTC. */
  readonly perDay?: number;
  readonly perMonth?: number;
}

/** What any key may do whose own limits do not say otherwise. A quota of 0 is none. */
export interface DefaultLimits {
  readonly rate: Rate;
  readonly lookupRate: Rate;
  readonly perDay: number;
  readonly perMonth: number;
}

/** Who is limited. */
export interface Caller {
  readonly id: string;
  readonly limits: KeyLimits;
}

/** Which rate a request counts against. */
export type RateName = 'default' | 'lookups';

/** One limit of a key, and what is left of it. */
export interface Standing {
  readonly name: RateName | 'day' | 'month';
  /** Undefined where there is no quota; then only what was used is known. */
  readonly limit: number | undefined;
  readonly used: number;
  readonly remaining: number | undefined;
  /** Length of the window in seconds. */
  readonly window: number;
  /** Whole seconds until all of it is there again. */
  readonly reset: number;
}

/**
 * The limits as headers: the structured fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers) with every limit,
 * and the three that most services send with the first, which is the rate.
 */
export function limitHeaders(standings: readonly Standing[]): Record<string, string> {
  const limits = standings.filter(({ limit }) => limit !== undefined);
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
