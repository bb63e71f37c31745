import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from './support/generated-pages.js';
import { readBodies } from './support/pages.js';
import { timesByDoubling } from './support/scale/measure-fields.js';
import { placesIn } from './support/scale/places.js';
import { pumps } from './support/scale/pumps.js';

const captures = readBodies(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));

/** Pages that show most of what there is to read. */
const rich = [
  'alpha.search/typical',
  'alpha.search/ads-local-and-packs',
  'alpha.search/answers-with-headings',
  'alpha.search/business-panel-russian',
  'alpha.search/desktop-2023-with-local',
  'alpha.news/typical',
  'alpha.videos/typical',
  'alpha.autocomplete/typical',
  'alpha.autocomplete/search-box-guarded',
  'alpha.autocomplete/toolbar-xml',
  'beta.search/typical',
  'gamma.search/typical',
  'gamma.search/desktop-2025-12-with-videos',
];

/** Times by doubling: quadratic time gives four, linear time two; between them lies what collections of garbage add. */
const most = 3;

/** Texts by page, each in another place: a sample of what `pnpm scale` tries. */
const sampled = 6;
const random = randomNumbers(1);

describe.each(rich)('%s', (name) => {
  const page = captures.find((capture) => capture.name === name);

  it('takes no more than twice as long by a text of twice the length', () => {
    const places = placesIn(page!);
    const steep = Array.from({ length: sampled }, () => {
      const [place, pump] = [anyOf(places), anyOf(pumps)];
      return { place, pump, times: timesByDoubling(place, pump, { from: 40_000, times: 2 }) };
    }).filter(({ times }) => times > most);
    expect(steep.map(({ place, pump, times }) => `${pump} behind ${place.name}: ${times} times`)).toEqual([]);
  });
});

function anyOf<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}
