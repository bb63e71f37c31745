import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from './support/generated-pages.js';
import { readBodies } from './support/pages.js';
import { timesByDoubling } from './support/scale/measure-fields.js';
import { placesIn } from './support/scale/places.js';
import { pumps } from './support/scale/pumps.js';

const captures = readBodies(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));

/** Pages that contain most kinds of fields. */
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

/**
 * The maximum factor per doubling. Quadratic time gives four, linear time two. The limit lies between them to allow for
 * garbage collection.
 */
const maxFactor = 3;

/**
 * Short replies are read in a few milliseconds, which a collection of the test process's heap can triple. The third
 * doubling makes quadratic time of half a millisecond exceed the limit all the same.
 */
const growth = { from: 40_000, times: 3, negligible: 10 };

/** The number of texts per page, each in another place: a sample of what `pnpm scale` tests. */
const sampled = 6;
const random = randomNumbers(1);

describe.each(rich)('%s', (name) => {
  const page = captures.find((capture) => capture.name === name);

  it('takes linear time in the length of a text', () => {
    const places = placesIn(page!);
    const texts = Array.from({ length: sampled }, () => ({ place: anyOf(places), pump: anyOf(pumps) }));
    const steep = texts.filter(({ place, pump }) => isSteep(() => timesByDoubling(place, pump, growth)));
    expect(steep.map(({ place, pump }) => `${pump} after ${place.name}`)).toEqual([]);
  });
});

/** Whether three measurements in a row exceed the limit. Garbage collection can affect one of them. */
function isSteep(measure: () => number): boolean {
  return [1, 2, 3].every(() => measure() > maxFactor);
}

function anyOf<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}
