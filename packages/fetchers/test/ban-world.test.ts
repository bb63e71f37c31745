import { expect, it } from 'vitest';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import type { Adapter, Judge, ProxyServer } from '../src/types.js';
import { type BanWorld, createBanWorld, type WorldEngine } from './support/ban-world.js';
import { numbers } from './support/numbers.js';
import { pageOf, requestFor } from './support/requests.js';
import { replace, useVirtualClock, type VirtualClock } from './support/virtual-clock.js';

/** What a ban looks like at each engine. */
const blocks = { alpha: 'captcha', beta: 'forbidden', gamma: 'rate_limited' } as const;

const amounts = { mobile: 10, residential: 20, datacenter: 20 } as const;

/** Tries to get one page and returns whether it succeeded. */
type Search = (engine: WorldEngine) => Promise<boolean>;

function byFetcher(world: BanWorld, hasTiers: boolean): Search {
  const proxies = world.exits.map(({ id, tier }): ProxyServer => {
    const url = new URL('http://proxy.test:1');
    return { id, url, ...(hasTiers && { tier }) };
  });
  const adapter: Adapter = async ({ engine }, { session }) => {
    const answer = await world.ask(session.proxy!.id, engine as WorldEngine);
    if (answer === 'proxy' || answer === 'network') throw new FetchError(answer, answer);
    return pageOf(answer === 'usable' ? 200 : 403);
  };
  const fetcher = createFetcher({ adapter, proxies });
  const judgeFor =
    (engine: WorldEngine): Judge<boolean> =>
    ({ status }) =>
      status === 200
        ? { usable: true, value: true }
        : { usable: false, state: blocks[engine], retry: 'other_session', error: new Error(blocks[engine]) };
  return (engine) =>
    fetcher.fetch(requestFor('http://engine.test/', { engine }), judgeFor(engine)).then(
      () => true,
      () => false,
    );
}

/** Makes three attempts, each through a random exit. */
function byRandomExit(world: BanWorld, random: () => number): Search {
  return async (engine) => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { id } = world.exits[Math.floor(random() * world.exits.length)]!;
      if ((await world.ask(id, engine)) === 'usable') return true;
    }
    return false;
  };
}

interface Load {
  seed: number;
  hours: number;
  /** Requests to alpha as a share of the capacity of all exits. Beta and gamma together get 1.5 times as many. */
  share: number;
}

function otherEngine(random: number): WorldEngine {
  return random < 0.7 ? 'beta' : 'gamma';
}

/** Searches at random times and returns the shares that succeed. */
async function play(clock: VirtualClock, world: BanWorld, search: Search, { seed, hours, share }: Load) {
  const random = numbers(seed);
  const count = Math.round((world.capacity('alpha') * share * hours) / 0.4);
  const alpha = { sent: 0, served: 0 };
  let served = 0;
  const all: Promise<void>[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    at += (-Math.log(1 - random()) * hours * 3_600_000) / count;
    const drawn = random();
    const engine = drawn < 0.4 ? 'alpha' : otherEngine(drawn);
    const one = clock.sleep(at).then(async () => {
      const isServed = await search(engine);
      served += Number(isServed);
      if (engine === 'alpha') {
        alpha.sent += 1;
        alpha.served += Number(isServed);
      }
    });
    all.push(one);
  }
  await clock.until(Promise.all(all));
  return {
    count,
    share: served / count,
    ofAlpha: alpha.served / alpha.sent,
    perSuccess: world.counts.requests / served,
  };
}

/** Simulates a new world and prints the result. */
async function playAs(kind: 'plain' | 'tiers' | 'random', load: Load) {
  const clock = useVirtualClock();
  replace(Math, 'random', numbers(load.seed + 2)); // so that a seed always gives the same result
  const world = createBanWorld(load.seed, amounts, clock);
  const search = kind === 'random' ? byRandomExit(world, numbers(load.seed + 1)) : byFetcher(world, kind === 'tiers');
  const played = await play(clock, world, search, load);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.info(
    `${kind}, seed ${load.seed}, ${load.hours} h: ${percent(played.share)} of ${played.count}, alpha ${percent(played.ofAlpha)}, ` +
      `${played.perSuccess.toFixed(3)} requests for a success, ${world.counts.bans} bans`,
  );
  return { ...played, bans: world.counts.bans };
}

const defaultLoad = { hours: 3, share: 0.6 } as const;

const seeds = [101, 202] as const;
const plainWorlds = new Map<number, ReturnType<typeof playAs>>();

/** The world of a seed without tiers, simulated once for all tests. */
function playPlain(seed: number): ReturnType<typeof playAs> {
  const played = plainWorlds.get(seed) ?? playAs('plain', { ...defaultLoad, seed });
  plainWorlds.set(seed, played);
  return played;
}

it.each(seeds)('serves at least 94 % of the searches at 60 % of the capacity of the exits, seed %i', async (seed) => {
  const played = await playPlain(seed);
  expect(played.share).toBeGreaterThanOrEqual(0.94);
  expect(played.ofAlpha).toBeGreaterThanOrEqual(0.87);
  expect(played.perSuccess).toBeLessThanOrEqual(1.17);
});

it('serves more searches than random exits', async () => {
  const plain = await playPlain(seeds[0]);
  const random = await playAs('random', { ...defaultLoad, seed: seeds[0] });
  expect(plain.share).toBeGreaterThan(random.share + 0.03);
});

it('serves at most 2 % fewer searches with tiers than without', async () => {
  const plain = await playPlain(seeds[1]);
  const tiers = await playAs('tiers', { ...defaultLoad, seed: seeds[1] });
  expect(tiers.share).toBeGreaterThanOrEqual(plain.share - 0.02);
});

it('serves 99.8 % of the searches of ten hours at 18 % of the capacity of the exits, with few bans', {
  timeout: 60_000,
}, async () => {
  const played = await playAs('plain', { seed: 606, hours: 10, share: 0.18 });
  expect(played.share).toBeGreaterThanOrEqual(0.998);
  expect(played.bans).toBeLessThanOrEqual(40); // of 150 pairs of an exit and an engine
});
