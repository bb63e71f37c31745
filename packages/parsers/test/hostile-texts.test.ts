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

/** Characters of the shortest text, and how often it is doubled. */
const growth = { from: 40_000, times: 2 };

/** Texts by page, each in another place: a sample of what `pnpm scale` tries. */
const sampled = 6;
const random = randomNumbers(1);

describe.each(rich)('%s', (name) => {
  const page = captures.find((capture) => capture.name === name);

  it('takes no more than twice as long by a text of twice the length', () => {
    const places = placesIn(page!);
    const texts = Array.from({ length: sampled }, () => ({ place: anyOf(places), pump: anyOf(pumps) }));
    const steep = texts.filter(({ place, pump }) => isSteep(() => timesByDoubling(place, pump, growth)));
    expect(steep.map(({ place, pump }) => `${pump} behind ${place.name}`)).toEqual([]);
  });
});

/** Whether three measurements in a row say so: a collection of garbage may fall into one of them. */
function isSteep(measure: () => number): boolean {
  return [1, 2, 3].every(() => measure() > most);
}

function anyOf<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}
