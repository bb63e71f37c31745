import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../.dev/sample.js';
import { misconducts, tunnelRefusals } from './support/misconduct.js';
import { expectGoodChoice, startTwenty } from './support/twenty-exits.js';

describe('five bad exits of twenty', () => {
  const kinds = [...Object.keys(misconducts), ...Object.keys(tunnelRefusals)];

  it.each(sampleOf(kinds, 2))('fail no search and get few later attempts if each %s', async (kind) =>
    expectGoodChoice(await startTwenty({ kinds: [kind] })),
  );

  it.each(sampleOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3))(
    'fail no search and get few later attempts if they differ, mix %i',
    async (mix) => {
      const mixed = [4, 9, 0, 8, 5].map((step) => kinds[(mix * 5 + step) % kinds.length]!);
      await expectGoodChoice(await startTwenty({ kinds: mixed }));
    },
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
