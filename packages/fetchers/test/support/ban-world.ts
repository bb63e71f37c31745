import { numbers } from './numbers.js';
import type { VirtualClock } from './virtual-clock.js';

/** The engines whose tolerance is estimated. */
export type WorldEngine = 'alpha' | 'beta' | 'gamma';

/** Properties of a kind of exit. The numbers are estimates, and policies must not depend on them. */
interface Kind {
  readonly tier: number;
  /** The median of the requests an hour that an engine tolerates, which follow a log-normal distribution. */
  readonly tolerated: Readonly<Record<WorldEngine, number>>;
  /** Milliseconds until a response. */
  readonly latency: number;
  /** Share of requests that the proxy fails. */
  readonly fails: number;
}

type KindName = 'mobile' | 'residential' | 'datacenter';

const kinds: Readonly<Record<KindName, Kind>> = {
  mobile: { tier: 2, tolerated: { alpha: 50, beta: 180, gamma: 90 }, latency: 1_400, fails: 0.015 },
  residential: { tier: 1, tolerated: { alpha: 22, beta: 90, gamma: 45 }, latency: 1_100, fails: 0.02 },
  datacenter: { tier: 0, tolerated: { alpha: 4, beta: 35, gamma: 12 }, latency: 400, fails: 0.003 },
};

const hour = 3_600_000;

/** The response of an engine to an exit, or the error. */
type WorldAnswer = 'usable' | 'blocked' | 'proxy' | 'network';

interface AtEngine {
  readonly limit: number;
  /** The times of the requests in the last hour. */
  times: number[];
  bannedUntil: number;
}

interface WorldExit {
  readonly id: string;
  readonly kind: Kind;
  /** Whether it never connects. */
  readonly isDead: boolean;
  /** Whether it breaks most connections. */
  readonly cuts: boolean;
  readonly at: Readonly<Record<WorldEngine, AtEngine>>;
}

/** Exits that engines ban for a while if they exceed the tolerated rate. */
export interface BanWorld {
  readonly exits: readonly { id: string; tier: number }[];
  readonly counts: { requests: number; bans: number };
  /** Requests an hour that the engine tolerates from all exits together. */
  capacity(engine: WorldEngine): number;
  ask(id: string, engine: WorldEngine): Promise<WorldAnswer>;
}

/** Creates a world with the given number of exits of each kind, some of which are dead or break connections. */
export function createBanWorld(
  seed: number,
  amounts: Readonly<Record<KindName, number>>,
  clock: VirtualClock,
): BanWorld {
  const random = numbers(seed);
  const spread = () => Math.exp(0.5 * Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random()));
  const counts = { requests: 0, bans: 0 };
  const list = Object.entries(amounts).flatMap(([name, amount]) => Array<string>(amount).fill(name));
  const shuffled = list.map((name) => ({ name, order: random() })).sort((one, other) => one.order - other.order);
  const exits = shuffled.map(({ name }, index): WorldExit => {
    const kind = kinds[name as KindName];
    const engineHealth = (engine: WorldEngine): AtEngine => ({
      limit: Math.max(1, Math.round(kind.tolerated[engine] * spread())),
      times: [],
      bannedUntil: 0,
    });
    const isDead = random() < 0.05;
    const at = { alpha: engineHealth('alpha'), beta: engineHealth('beta'), gamma: engineHealth('gamma') };
    return { id: `proxy-${index + 1}`, kind, isDead, cuts: !isDead && random() < 0.03, at };
  });
  const byId = new Map(exits.map((exit) => [exit.id, exit]));

  async function after(milliseconds: number, answer: WorldAnswer): Promise<WorldAnswer> {
    await clock.sleep(milliseconds);
    return answer;
  }

  return {
    exits: exits.map(({ id, kind }) => ({ id, tier: kind.tier })),
    counts,
    capacity: (engine) => exits.reduce((sum, { isDead, at }) => sum + (isDead ? 0 : at[engine].limit), 0),
    ask(id, engine) {
      const { kind, isDead, cuts, at } = byId.get(id)!;
      const state = at[engine];
      const time = kind.latency * (0.6 + 0.8 * random());
      counts.requests += 1;
      if (isDead) return after(random() < 0.5 ? 50 : 5_000, 'proxy');
      if (random() < kind.fails) return after(300, 'proxy');
      if (cuts && random() < 0.7) return after(time, 'network');
      const now = clock.now();
      if (now < state.bannedUntil) {
        state.bannedUntil = Math.min(state.bannedUntil + 120_000, now + 4 * hour); // further requests extend the ban
        return after(time / 2, 'blocked');
      }
      state.times = [...state.times.filter((time) => time >= now - hour), now];
      if (state.times.length <= state.limit) return after(time, 'usable');
      counts.bans += 1;
      Object.assign(state, { times: [], bannedUntil: now + hour * (0.5 + 2 * random()) });
      return after(time / 2, 'blocked');
    },
  };
}
