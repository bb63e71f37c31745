import { expect, it } from 'vitest';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import type { Adapter, Engine, Judge, ProxyServer } from '../src/types.js';
import { type BanWorld, createBanWorld } from './support/ban-world.js';
import { numbers } from './support/numbers.js';
import { pageOf, requestFor } from './support/requests.js';
import { replace, useVirtualClock, type VirtualClock } from './support/virtual-clock.js';

/** What a ban looks like at each engine. */
const blocks = { alpha: 'captcha', beta: 'forbidden', gamma: 'rate_limited' } as const;

const amounts = { mobile: 10, residential: 20, datacenter: 20 } as const;

/** A way to get one page: whether that came to anything. */
type Search = (engine: Engine) => Promise<boolean>;

function byFetcher(world: BanWorld, hasTiers: boolean): Search {
  const proxies = world.exits.map(({ id, tier }): ProxyServer => {
    const url = new URL('http://proxy.test:1');
    return { id, url, ...(hasTiers && { tier }) };
  });
  const adapter: Adapter = async ({ engine }, { session }) => {
    const answer = await world.ask(session.proxy!.id, engine);
    if (answer === 'proxy' || answer === 'network') throw new FetchError(answer, answer);
    return pageOf(answer === 'usable' ? 200 : 403);
  };
  const fetcher = createFetcher({ adapter, proxies });
  const judgeFor =
    (engine: Engine): Judge<boolean> =>
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

/** Three attempts, each through an exit that is drawn by lot. */
function byLot(world: BanWorld, random: () => number): Search {
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
  /** What alpha is asked for, as a share of what all exits bear. Beta and gamma are asked for three quarters as often. */
  share: number;
}

function otherEngine(lot: number): Engine {
  return lot < 0.7 ? 'beta' : 'gamma';
}

/** Asks at random times; the share of searches that succeed. */
async function play(clock: VirtualClock, world: BanWorld, search: Search, { seed, hours, share }: Load) {
  const random = numbers(seed);
  const count = Math.round((world.capacity('alpha') * share * hours) / 0.4);
  const alpha = { asked: 0, served: 0 };
  let served = 0;
  const all: Promise<void>[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    at += (-Math.log(1 - random()) * hours * 3_600_000) / count;
    const lot = random();
    const engine = lot < 0.4 ? 'alpha' : otherEngine(lot);
    const one = clock.sleep(at).then(async () => {
      const isServed = await search(engine);
      served += Number(isServed);
      if (engine === 'alpha') {
        alpha.asked += 1;
        alpha.served += Number(isServed);
      }
    });
    all.push(one);
  }
  await clock.until(Promise.all(all));
  return {
    count,
    share: served / count,
    ofAlpha: alpha.served / alpha.asked,
    perSuccess: world.counts.requests / served,
  };
}

/** Plays a new world and says how it went. */
async function playAs(kind: 'plain' | 'tiers' | 'lot', load: Load) {
  const clock = useVirtualClock();
  replace(Math, 'random', numbers(load.seed + 2)); // so that a seed always plays the same
  const world = createBanWorld(load.seed, amounts, clock);
  const search = kind === 'lot' ? byLot(world, numbers(load.seed + 1)) : byFetcher(world, kind === 'tiers');
  const played = await play(clock, world, search, load);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.info(
    `${kind}, seed ${load.seed}, ${load.hours} h: ${percent(played.share)} of ${played.count}, alpha ${percent(played.ofAlpha)}, ` +
      `${played.perSuccess.toFixed(3)} requests for a success, ${world.counts.bans} bans`,
  );
  return { ...played, bans: world.counts.bans };
}

const asked = { hours: 3, share: 0.6 } as const;

it.each([{ seed: 101 }, { seed: 202 }])(
  'hardly a search fails at three fifths of what exits bear, seed $seed',
  { timeout: 60_000 },
  async ({ seed }) => {
    const played = await playAs('plain', { ...asked, seed });
    expect(played.share).toBeGreaterThanOrEqual(0.94);
    expect(played.ofAlpha).toBeGreaterThanOrEqual(0.87);
    expect(played.perSuccess).toBeLessThanOrEqual(1.17);
  },
);

it('a pool that learns beats exits drawn by lot', { timeout: 60_000 }, async () => {
  const [lot, plain] = [await playAs('lot', { ...asked, seed: 404 }), await playAs('plain', { ...asked, seed: 404 })];
  expect(plain.share).toBeGreaterThan(lot.share + 0.03);
});

it('tiers cost at most two searches of a hundred', { timeout: 60_000 }, async () => {
  const [plain, tiers] = [
    await playAs('plain', { ...asked, seed: 505 }),
    await playAs('tiers', { ...asked, seed: 505 }),
  ];
  expect(tiers.share).toBeGreaterThanOrEqual(plain.share - 0.02);
});

it('at a fifth of what exits bear next to nothing fails in ten hours, and few are banned', {
  timeout: 60_000,
}, async () => {
  const played = await playAs('plain', { seed: 606, hours: 10, share: 0.18 });
  expect(played.share).toBeGreaterThanOrEqual(0.998);
  expect(played.bans).toBeLessThanOrEqual(40); // of 150 pairs of an exit and an engine
});
