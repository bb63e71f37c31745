import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allCases, sampleOf } from '../../../../.dev/sample.js';
import { parseTree } from '../../src/html/parse.js';
import { generatedPages } from '../support/generated-pages.js';
import { hardCases } from '../support/hard-cases.js';
import { linesOfLean, linesOfStock } from '../support/trees.js';

const fixtures = new URL('../../../../fixtures/pages', import.meta.url).pathname;
const corpus = process.env.SVC_CORPUS;
const html5lib = process.env.SVC_HTML5LIB;
/** One of this many captures is also decoded as another charset, which gives other characters in the same markup. */
const readAsLatin1 = 4;

describe("the lean tree equals parse5's tree without the pruned elements", () => {
  test.each(hardCases)('%j', (source) => {
    expectSameTree(source);
  });

  // In portions, so that a mutation test can stop at the first one that fails.
  test.each(Array.from({ length: 100 }, (_, portion) => 20_261_120 + portion))('generated pages (seed %d)', (seed) => {
    for (const source of generatedPages({ seed, count: allCases ? 300 : 120 })) expectSameTree(source);
  });

  test('the pages of the fixtures', () => {
    for (const file of sampleOf(filesIn(fixtures, '.html'), 2)) expectSameTree(readFileSync(file, 'utf8'));
  }, 300_000);

  if (html5lib === undefined)
    console.warn('SVC_HTML5LIB is not set: the tree construction cases of html5lib-tests are not compared');
  test.skipIf(html5lib === undefined)('the cases of html5lib-tests in SVC_HTML5LIB', () => {
    const cases = filesIn(html5lib ?? '', '.dat').flatMap(casesOf);
    expect(cases.length).toBeGreaterThan(0);
    for (const source of cases) expectSameTree(source);
  });

  if (corpus === undefined) console.warn('SVC_CORPUS is not set: the captures are not compared');
  test.skipIf(corpus === undefined)(
    'the captures in SVC_CORPUS',
    () => {
      const pages = sampleOf(filesIn(corpus ?? '', '.html'), 2);
      expect(pages.length).toBeGreaterThan(0);
      for (const [index, file] of pages.entries()) {
        const bytes = readFileSync(file);
        expectSameTree(bytes.toString('utf8'));
        if (index % readAsLatin1 === 0) expectSameTree(bytes.toString('latin1'));
      }
    },
    300_000,
  );
});

function expectSameTree(source: string): void {
  const lean = linesOfLean(parseTree(source).document);
  const stock = linesOfStock(source);
  const isSame = lean.length === stock.length && lean.every((line, i) => line === stock[i]);
  if (!isSame) expect({ source, lean }).toEqual({ source, lean: stock });
}

/** The inputs in a file of html5lib-tests: the text between `#data` and `#errors`. */
function casesOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:^|\n)#data\n([\s\S]*?)\n#errors/g)].map(([, data = '']) => data);
}

function filesIn(folder: string, extension: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(extension)).map((file) => join(folder, file));
}
