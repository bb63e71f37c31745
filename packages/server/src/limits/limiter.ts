import { ApiError } from '../errors/api-error.js';
import type { Caller, DefaultLimits, LimitStatus, Rate, RateName } from './policy.js';
import { createQuotas, memoryUsageStore, type UsageStore } from './quotas.js';
import { memoryRateStore, monotonicEpochNow, type RateStore, waitRoundingErrorMs } from './rate-store.js';

/** The result of counting: the state of the limits, and the error to answer with if one is exceeded. */
export interface LimitResult {
  readonly limitStatuses: readonly LimitStatus[];
  readonly refusal?: ApiError | undefined;
}

/** The counted pages of a search. */
interface Charge extends LimitResult {
  /** Refunds to the quotas what the search took from them; returns the state of the limits after that. */
  refund(): Promise<readonly LimitStatus[]>;
}

/** How a request counts. */
interface RequestTerms {
  /** Share of the rate that may be used up at once, 0 to 1; the rest is left for other requests. @default 1 */
  share?: number | undefined;
  /** 0 for a request that is refused for another reason: only the state of the limits is read then. @default 1 */
  cost?: 0 | 1;
}

/** Counts requests and searches of keys against their rates and quotas. */
export interface Limiter {
  /**
   * Counts a request against a rate, before its body is read.
   *
   * @param terms how it is counted if not as usual
   */
  countRequest(caller: Caller, name: RateName, terms?: RequestTerms): Promise<LimitResult>;
  /**
   * Counts the pages of a search: all of them against the quotas, and those that `countRequest` has not counted against the rate.
   *
   * @param terms `share` as for `countRequest`; `counted`: pages that `countRequest` has counted. @default 1
   */
  chargePages(caller: Caller, pages: number, terms?: { share?: number | undefined; counted?: 0 | 1 }): Promise<Charge>;
  /** Refunds pages to the quotas of a key. */
  refundPages(id: string, pages: number): Promise<void>;
  /**
   * Returns the error with which a request of this cost would be refused now. Its `Retry-After` is a time after which the request
   * passes if no other is made; if there is no such time, the code is `cost_over_limit`. Counts nothing.
   *
   * @param share as for `countRequest`
   */
  refusalOf(caller: Caller, pages: number, share?: number): Promise<ApiError | undefined>;
  /** The state of all limits. */
  limitStatuses(caller: Caller): Promise<readonly LimitStatus[]>;
}

/** Options of `createLimiter`. */
export interface LimiterOptions {
  defaults: DefaultLimits;
  /** @default the memory of this process */
  rates?: RateStore | undefined;
  /** @default the memory of this process */
  usage?: UsageStore | undefined;
  /** The clock, in milliseconds since 1970. @default the clock of the machine; for rates, a clock that is never set back */
  now?: () => number;
  /** The clock of quotas, which decides the day and month of a page. @default as `now` */
  quotaClock?: (() => number) | undefined;
}

/**
 * Draws from a rate of a caller. Returns its state, the wait until there is enough, and when it is full again. `isKnown`: whether
 * `countRequest` has just drawn from it.
 */
type DrawRate = (
  caller: Caller,
  name: RateName,
  terms: { cost: number; share?: number | undefined; isKnown?: boolean },
) => Promise<{ limitStatus: LimitStatus; wait: number; fullAt: number }>;

function createDraw(rates: RateStore, defaults: DefaultLimits, now: () => number): DrawRate {
  return async (caller, name, { cost, share = 1 }) => {
    const { requests: limit, seconds: window } = rateOf(caller, name, defaults);
    // A smaller bucket with the same refill rate: it is empty when only the rest of the whole bucket is left.
    const part = { requests: limit * share, seconds: window * share };
    const { remaining, fullAt, wait } = await rates.take(`${name} ${caller.id}`, cost, part);
    const reset = Math.max(0, Math.ceil((fullAt - now()) / 1000));
    return { limitStatus: { name, limit, used: limit - remaining, remaining, window, reset }, wait, fullAt };
  };
}

/** Draws from the usual rate what `countRequest` has not counted. If that is nothing, the state is that after `countRequest`. */
function withoutLooking(draw: DrawRate): DrawRate {
  const last = new Map<string, Awaited<ReturnType<DrawRate>>>(); // the keys are known API keys, so they are bounded
  return async (caller, name, terms) => {
    const known = name === 'default' && terms.isKnown === true ? last.get(caller.id) : undefined;
    if (known !== undefined && terms.cost === 0) return { ...known, wait: 0 };
    const drawn = await draw(caller, name, terms);
    if (name === 'default') last.set(caller.id, drawn);
    return drawn;
  };
}

/** Creates a limiter. */
export function createLimiter({ defaults, now, quotaClock = now ?? Date.now, ...stores }: LimiterOptions): Limiter {
  const rateNow = now ?? monotonicEpochNow;
  const draw = withoutLooking(createDraw(stores.rates ?? memoryRateStore(rateNow), defaults, rateNow));
  const quotas = createQuotas({ defaults, now: quotaClock, usage: stores.usage ?? memoryUsageStore() });

  async function refusalOf(caller: Caller, pages: number, share = 1): Promise<ApiError | undefined> {
    const never = canNeverPass(caller, pages, defaults);
    if (never !== undefined) return never;
    const [{ limitStatus, fullAt }, overQuota] = await Promise.all([
      draw(caller, 'default', { cost: 0, share }),
      quotas.refusalOf(caller, pages),
    ]);
    const { requests, seconds } = rateOf(caller, 'default', defaults);
    const interval = (seconds * 1000) / requests;
    const missing = Math.max(0, requests * share - pages) * interval; // a bucket may lack this much and still suffice
    const overRate = refusalFor(limitStatus, Math.max(0, fullAt - rateNow() - missing));
    const later = Number(overQuota?.headers['retry-after'] ?? 0) >= Number(overRate?.headers['retry-after'] ?? 0);
    return later ? overQuota : overRate;
  }

  return {
    async countRequest(caller, name, { cost = 1, share } = {}) {
      const [{ limitStatus, wait }, others] = await Promise.all([
        draw(caller, name, { cost, share }),
        name === 'lookups' ? [] : quotas.limitStatuses(caller),
      ]);
      return { limitStatuses: [limitStatus, ...others], refusal: refusalFor(limitStatus, wait) };
    },
    async chargePages(caller, pages, { share, counted = 1 } = {}) {
      const never = canNeverPass(caller, pages, defaults);
      const taking = never === undefined ? quotas.take(caller, pages) : refusedWith(never);
      // If nothing is taken from the rate, there is no need to wait for the quotas.
      const more = pages > counted && (await taking).refusal === undefined ? pages - counted : 0;
      const [taken, { limitStatus, wait }] = await Promise.all([
        taking,
        draw(caller, 'default', { cost: more, share, isKnown: true }),
      ]);
      const refund = async () => {
        await taken.refund();
        return [limitStatus, ...(await quotas.limitStatuses(caller))];
      };
      const refusedNow = taken.refusal ?? refusalFor(limitStatus, wait);
      if (refusedNow === undefined) return { limitStatuses: [limitStatus, ...taken.limitStatuses], refund };
      const limitStatuses = await refund();
      // The search is not counted, so it is refused even if another has made room in the meantime.
      return { limitStatuses, refusal: (await refusalOf(caller, pages, share)) ?? refusedNow, refund };
    },
    refundPages: (id, pages) => quotas.refundPages(id, pages),
    refusalOf,
    async limitStatuses(caller) {
      const rates = await Promise.all([draw(caller, 'default', { cost: 0 }), draw(caller, 'lookups', { cost: 0 })]);
      return [...rates.map(({ limitStatus }) => limitStatus), ...(await quotas.limitStatuses(caller))];
    },
  };
}

function rateOf({ limits }: Caller, name: RateName, defaults: DefaultLimits): Rate {
  return name === 'lookups' ? defaults.lookupRate : (limits.rate ?? defaults.rate);
}

/** What is taken from the quotas for a search that costs more than a whole limit: nothing. */
const refusedWith = (refusal: ApiError) => ({ limitStatuses: [], refusal, refund: async () => {} });

/** The error for a cost that exceeds a whole limit of the key, so that waiting does not help. */
function canNeverPass(caller: Caller, pages: number, defaults: DefaultLimits): ApiError | undefined {
  const { requests, seconds } = rateOf(caller, 'default', defaults);
  const { perDay = defaults.perDay, perMonth = defaults.perMonth } = caller.limits;
  const limits: [number, string][] = [
    [requests, `per ${seconds} s`],
    [perDay || Number.POSITIVE_INFINITY, 'per day'],
    [perMonth || Number.POSITIVE_INFINITY, 'per month'],
  ];
  const [exceeded] = limits.filter(([limit]) => pages > limit);
  if (exceeded === undefined) return undefined;
  const [limit, period] = exceeded;
  const detail = `The search costs ${pages} pages, but the key may request at most ${limit} ${period}; it can never succeed.`;
  return new ApiError('cost_over_limit', detail);
}

/** @param wait milliseconds until there is enough */
function refusalFor({ name, limit, window }: LimitStatus, wait: number): ApiError | undefined {
  if (wait <= waitRoundingErrorMs) return undefined;
  const what = name === 'lookups' ? 'look-ups' : 'pages';
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  const detail = `The key may request ${limit} ${what} per ${window} s; enough for this request are available in ${retryAfter} s.`;
  return new ApiError('rate_limited', detail, { retryAfter });
}
