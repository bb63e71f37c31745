import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { expect, it } from 'vitest';
import type { Parser } from '../src/index.js';
import { readCaptures } from './support/pages.js';
import { furtherShapes } from './support/signs/further-shapes.js';
import { hiddenWords } from './support/signs/hidden-words.js';
import { measureSigns, type Trial } from './support/signs/measure.js';
import { rowShapes } from './support/signs/row-shapes.js';
import { ruledAway } from './support/signs/ruled-away.js';
import { elementsOf, reasonToKeep, signsOf, without } from './support/signs/signs.js';
import { sourceWordsIn, wordsOf } from './support/signs/source-words.js';
import { titleLinks } from './support/signs/title-links.js';
import { type Fault, faultsOf, labelOf } from './support/signs/verdict.js';

const captures = readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));
const words = sourceWordsIn(fileURLToPath(new URL('../src', import.meta.url)));

it('wordsOf reads the words of string and regular expression literals only', () => {
  const source = `import a from 'im-port'; // com-ment
    const ids = new Set(['rso', 'main search']); const test = /^(?:ul|h[12])$/; const kinds: 'ty-pe' = { card: 1 };
    const any = /.*/; export const text = \`data-\${ids} id\`;`;
  const found = wordsOf([source]);
  const expected = ['rso', 'main', 'search', 'ul', 'h2', 'card', 'id'];
  expect(expected.filter((word) => !found.has(word))).toEqual([]);
  expect(['im-port', 'com-ment', 'h3', 'ty-pe', 'anything'].filter((word) => found.has(word))).toEqual([]);
});

it('signsOf finds the signs that the source mentions', () => {
  const page = '<ol id="b_results"><cite role="text" data-attrid="x" data-unasked="y"></cite></ol>';
  const signs = [...signsOf(parse(page), words).keys()];
  expect(signs).toEqual(expect.arrayContaining(['id b_results', 'tag cite', 'role text', 'attribute data-attrid']));
  expect(signs).not.toContain('attribute data-unasked');
});

it('without removes a sign and restores it', () => {
  const document = parse('<body><cite id="a" role="text">t</cite>');
  const namesNow = () => elementsOf(document).at(-1)?.tagName;
  const signs = signsOf(document, { has: () => true });
  expect(without('tag cite', signs.get('tag cite')!, namesNow)).toBe('span');
  expect(namesNow()).toBe('cite');
  expect(signs.get('id a')?.[0]?.attrs.map(({ name }) => name)).toEqual(['id', 'role']);
  expect(reasonToKeep('attribute href')).toBeDefined();
});

it('detects a parser that depends on one sign', () => {
  const fragile: Parser = (body) => ({
    organic_results: [...String(body).matchAll(/<cite[^>]*>/g)].map(([link]) => ({ link })),
  });
  const some = captures.filter(({ operation }) => operation === 'gamma.search');
  const pages = some.map((page) => ({ ...page, operation: 'fragile', parse: fragile }));
  const faults = faultsOf(measureSigns(pages, { words, isTried: (name) => name === 'tag cite' }));
  // Not 1, as cites in the text of a script are not elements.
  expect(faults).toEqual([expect.objectContaining({ field: 'rows', reason: undefined })]);
  expect(faults[0]?.share).toBeGreaterThan(0.9);
});

/** The test samples one of this many signs, changes and pages. `pnpm survival:signs` measures all of them. */
const sampled = 12;

it('loses no fields without a sign or with a change that is not listed, in a sample', () => {
  // Only the command measures other nesting and hidden words, as they take minutes.
  const isByCommand = (name: string) =>
    [rowShapes, hiddenWords, furtherShapes, ruledAway, titleLinks].some((shapes) => Object.hasOwn(shapes, name));
  const isTried = (name: string) => numberOf(name) % sampled === 0 && !isByCommand(name);
  const some = captures.filter(({ name }) => numberOf(name) % sampled === 0);
  const trials = measureSigns(some, { words, isTried });
  expect(trials.length).toBeGreaterThan(20);
  // A loss on a few pages can be below the limit among all pages of the operation.
  const suspects = unlisted(trials);
  const faults = [...new Set(suspects.map(({ operation }) => operation))].flatMap((operation) => {
    const names = new Set(suspects.filter((suspect) => suspect.operation === operation).map(({ name }) => name));
    const pages = captures.filter((page) => page.operation === operation);
    return unlisted(measureSigns(pages, { words, isTried: (name) => names.has(name) }));
  });
  expect([...new Set(faults.map(labelOf))]).toEqual([]);
}, 300_000);

function unlisted(trials: readonly Trial[]): Fault[] {
  return faultsOf(trials).filter(({ reason }) => reason === undefined);
}

/** A hash that distributes names evenly and is the same in every run. */
function numberOf(name: string): number {
  let number = 7;
  for (const letter of name) number = (Math.imul(number, 31) + letter.charCodeAt(0)) >>> 0;
  return number >>> 3;
}
