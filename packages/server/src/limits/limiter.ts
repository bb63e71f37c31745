import { ApiError } from '../errors/api-error.js';
import type { Caller, DefaultLimits, Rate, RateName, Standing } from './policy.js';
import { createQuotas } from './quotas.js';
import { memoryRateStore, noWait, type RateStore, steadyNow } from './rate-store.js';
import { memoryUsageStore, type UsageStore } from './usage-store.js';

/** What counting came to: how the limits stand, and the error to answer if one was met. */
export interface Counted {
  readonly standings: readonly Standing[];
  readonly refusal?: ApiError | undefined;
}

/** The pages of a search, counted. */
interface Charge extends Counted {
  /** Gives the quotas back what the search took from them; resolves to how the limits stand then. */
  refund(): Promise<readonly Standing[]>;
}

/** How a request counts. */
interface RequestTerms {
  /** How much of the rate may be used up at once, 0 to 1; the rest is left to others. @default 1 */
  share?: number | undefined;
  /** 0 for one that is refused for another reason: how the limits stand is then all that is asked. @default 1 */
  cost?: 0 | 1;
}

/** Counts what keys do against their rates and quotas. */
export interface Limiter {
  /**
   * Counts a request, before anything of its body is known, against a rate.
   *
   * @param terms how it counts, where that is not as usual
   */
  request(caller: Caller, name: RateName, terms?: RequestTerms): Promise<Counted>;
  /**
   * Counts a search that asks for so many pages: all of them against the quotas, and all but those that `request` has
   * counted against the rate.
   *
   * @param terms `share` as for `request`; `counted`: pages that it has counted. @default 1
   */
  search(caller: Caller, pages: number, terms?: { share?: number | undefined; counted?: 0 | 1 }): Promise<Charge>;
  /** Gives the quotas of a key pages back that were charged before. */
  giveBack(id: string, pages: number): Promise<void>;
  /**
   * Why a request that costs so many pages would be refused now: `Retry-After` is a time after which it passes if nothing else
   * is asked; `cost_over_limit` where there is none. Takes nothing.
   *
   * @param share as for `request`
   */
  whyNot(caller: Caller, pages: number, share?: number): Promise<ApiError | undefined>;
  /** How everything stands that is counted. */
  standings(caller: Caller): Promise<readonly Standing[]>;
}

/** What limits are counted with. */
export interface LimiterOptions {
  defaults: DefaultLimits;
  /** @default the memory of this process */
  rates?: RateStore | undefined;
  /** @default the memory of this process */
  usage?: UsageStore | undefined;
  /** The clock, in milliseconds since 1970. @default that of the machine, and for rates one that nobody sets back */
  now?: () => number;
}

/**
 * Draws from a rate of a caller: how it stands then, the wait until there is enough, and when it is full again. `isKnown`:
 * whether it was drawn from a moment ago.
 */
type DrawRate = (
  caller: Caller,
  name: RateName,
  terms: { cost: number; share?: number | undefined; isKnown?: boolean },
) => Promise<{ standing: Standing; wait: number; fullAt: number }>;

function createDraw(rates: RateStore, defaults: DefaultLimits, now: () => number): DrawRate {
  return async (caller, name, { cost, share = 1 }) => {
    const { requests: limit, seconds: window } = rateOf(caller, name, defaults);
    // A smaller bucket that is refilled as fast: it is empty while the rest of the whole one is left.
    const part = { requests: limit * share, seconds: window * share };
    const { remaining, fullAt, wait } = await rates.take(`${name} ${caller.id}`, cost, part);
    const reset = Math.max(0, Math.ceil((fullAt - now()) / 1000));
    return { standing: { name, limit, used: limit - remaining, remaining, window, reset }, wait, fullAt };
  };
}

/** Draws from the usual rate what `request` has not counted; where that is nothing, the rate stands as it did then. */
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

/** Makes a limiter over what two stores remember. */
export function createLimiter({ defaults, now, ...stores }: LimiterOptions): Limiter {
  const rateNow = now ?? steadyNow;
  const draw = withoutLooking(createDraw(stores.rates ?? memoryRateStore(rateNow), defaults, rateNow));
  const quotas = createQuotas({ defaults, now: now ?? Date.now, usage: stores.usage ?? memoryUsageStore() });

  async function whyNot(caller: Caller, pages: number, share = 1): Promise<ApiError | undefined> {
    const never = neverPasses(caller, pages, defaults);
    if (never !== undefined) return never;
    const [{ standing, fullAt }, overQuota] = await Promise.all([
      draw(caller, 'default', { cost: 0, share }),
      quotas.whyNot(caller, pages),
    ]);
    const { requests, seconds } = rateOf(caller, 'default', defaults);
    const interval = (seconds * 1000) / requests;
    const missing = Math.max(0, requests * share - pages) * interval; // what may be missing of a full bucket
    const overRate = refusalFor(standing, Math.max(0, fullAt - rateNow() - missing));
    const later = Number(overQuota?.headers['retry-after'] ?? 0) >= Number(overRate?.headers['retry-after'] ?? 0);
    return later ? overQuota : overRate;
  }

  return {
    async request(caller, name, { cost = 1, share } = {}) {
      const [{ standing, wait }, others] = await Promise.all([
        draw(caller, name, { cost, share }),
        name === 'lookups' ? [] : quotas.standings(caller),
      ]);
      return { standings: [standing, ...others], refusal: refusalFor(standing, wait) };
    },
    async search(caller, pages, { share, counted = 1 } = {}) {
      const taking = neverPasses(caller, pages, defaults) ? nothingTaken : quotas.take(caller, pages);
      // Where there is nothing to take from the rate, it need not wait for what the quotas say.
      const more = pages > counted && !(await taking).isRefused ? pages - counted : 0;
      const [taken, { standing, wait }] = await Promise.all([
        taking,
        draw(caller, 'default', { cost: more, share, isKnown: true }),
      ]);
      const refund = async () => {
        await taken.giveBack();
        return [standing, ...(await quotas.standings(caller))];
      };
      if (!taken.isRefused && wait === 0) return { standings: [standing, ...taken.standings], refund };
      const standings = await refund();
      const refusal = (await whyNot(caller, pages, share)) ?? refusalFor(standing, wait);
      return { standings, refusal, refund };
    },
    giveBack: (id, pages) => quotas.giveBack(id, pages),
    whyNot,
    async standings(caller) {
      const rates = await Promise.all([draw(caller, 'default', { cost: 0 }), draw(caller, 'lookups', { cost: 0 })]);
      return [...rates.map(({ standing }) => standing), ...(await quotas.standings(caller))];
    },
  };
}

function rateOf({ limits }: Caller, name: RateName, defaults: DefaultLimits): Rate {
  return name === 'lookups' ? defaults.lookupRate : (limits.rate ?? defaults.rate);
}

/** What is charged to nobody. */
const nothingTaken = { standings: [], isRefused: true, giveBack: async () => {} };

/** The error for a cost that is above a whole limit of the key, so that waiting is of no use. */
function neverPasses(caller: Caller, pages: number, defaults: DefaultLimits): ApiError | undefined {
  const { requests, seconds } = rateOf(caller, 'default', defaults);
  const { perDay = defaults.perDay, perMonth = defaults.perMonth } = caller.limits;
  const limits: [number, string][] = [
    [requests, `in ${seconds} s`],
    [perDay || Number.POSITIVE_INFINITY, 'in a day'],
    [perMonth || Number.POSITIVE_INFINITY, 'in a month'],
  ];
  const [exceeded] = limits.filter(([limit]) => pages > limit);
  if (exceeded === undefined) return undefined;
  const [limit, period] = exceeded;
  const detail = `The search costs ${pages} pages, and the key may ask for at most ${limit} ${period}: it can never pass.`;
  return new ApiError('cost_over_limit', detail);
}

/** @param wait milliseconds until there is enough */
function refusalFor({ name, limit, window }: Standing, wait: number): ApiError | undefined {
  if (wait <= noWait) return undefined;
  const what = name === 'lookups' ? 'look-ups' : 'pages';
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  const detail = `The key may ask for ${limit} ${what} in ${window} s; there is enough for this request in ${retryAfter} s.`;
  return new ApiError('rate_limited', detail, { retryAfter });
}
