import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from './support/cpu-time.js';
import { inflatedPages } from './support/inflated-pages.js';
import { readBodies, type SavedPage } from './support/pages.js';
import { outcomeOf } from './support/parsers.js';

const captures = readBodies(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));

/** Pages that show most of what there is to read. */
const rich = [
  'alpha.search/typical',
  'alpha.search/ads-local-and-packs',
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

const size = 40_000;
/** Milliseconds that so long a text may cost: by the square of its length it would cost many times as much. */
const most = 100;

describe.each(rich)('%s', (name) => {
  const page = captures.find((capture) => capture.name === name);

  it('takes hardly longer by a long text in any of its places', () => {
    expect(page).toBeDefined();
    const slow = [...inflatedPages(page!.text, { size, perPlace: 1 })].filter(({ body }) => timeOf(page!, body) > most);
    const still = slow.filter(({ body }) => Math.min(timeOf(page!, body), timeOf(page!, body)) > most);
    expect(still.map(({ place, pump }) => `${pump} in ${place}`)).toEqual([]);
  });
});

function timeOf({ parse, operation }: SavedPage, body: string): number {
  const options = operation === 'alpha.search' ? { blocks: true, dates: true, diagnostics: true } : {};
  return cpuTimeOf(() => outcomeOf((text) => parse(text, options), body));
}
