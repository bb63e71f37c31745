import { afterAll, describe, expect, it } from 'vitest';
import { misconducts, tunnelRefusals } from './support/misconduct.js';
import { startTwenty } from './support/twenty-exits.js';

/**
 * Its pages are usable and only doubted, so the exit gets up to 13 % of later attempts; without any choice, five of twenty
 * exits would get 25 %.
 */
const doubtful = 'returns pages in another language';

describe('five bad exits of twenty', () => {
  const kinds = [...Object.keys(misconducts), ...Object.keys(tunnelRefusals)];

  /** The shares of later attempts that went through bad exits. Exits are drawn at random, so a single share varies. */
  const shares: number[] = [];
  afterAll(() => {
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeLessThanOrEqual(0.02);
  });

  async function expectGoodChoice(kindsOfBad: readonly string[]): Promise<void> {
    const { search, badShare, events } = await startTwenty({ kinds: kindsOfBad });
    const failures = await search(400);
    expect(failures.length, [...new Set(failures)].join()).toBeLessThanOrEqual(2);
    const isDoubtful = kindsOfBad.every((kind) => kind === doubtful);
    if (!isDoubtful) shares.push(badShare(100));
    expect(badShare(100), `${events.length} attempts`).toBeLessThanOrEqual(isDoubtful ? 0.2 : 0.05);
  }

  it.each(kinds)('fail no search and get few later attempts if each %s', (kind) => expectGoodChoice([kind]));

  it.each([0, 1, 2, 3, 4])('fail no search and get few later attempts if they differ, mix %i', (mix) =>
    expectGoodChoice([4, 9, 0, 8, 5].map((step) => kinds[(mix * 10 + step) % kinds.length]!)),
  );

  it.each([
    'closes the tunnel',
    'redirects to a captive portal',
    'returns the page of another request',
    'sends garbled gzip',
  ])('are used again after they are repaired: each %s', async (kind) => {
    let isRepaired = false;
    const short = { base: 200, cap: 800 };
    const { search, events, bad } = await startTwenty({
      kinds: [kind],
      isBad: () => !isRepaired,
      coolDowns: { network: short, timeout: short, proxy: short },
    });
    await search(200);
    isRepaired = true;
    const before = events.length;
    await search(600, 10);
    const usedAgain = new Set(
      events.slice(before).flatMap(({ proxy, outcome }) => (outcome === 'usable' ? [proxy] : [])),
    );
    expect([...bad].filter((proxy) => !usedAgain.has(proxy))).toEqual([]);
  });
});
