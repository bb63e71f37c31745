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

it('reads the words of a source where they are data, and nowhere else', () => {
  const source = `import a from 'im-port'; // com-ment
    const ids = new Set(['rso', 'main search']); const test = /^(?:ul|h[12])$/; const kinds: 'ty-pe' = { card: 1 };
    const any = /.*/; export const text = \`data-\${ids} id\`;`;
  const found = wordsOf([source]);
  const asked = ['rso', 'main', 'search', 'ul', 'h2', 'card', 'id'];
  expect(asked.filter((word) => !found.has(word))).toEqual([]);
  expect(['im-port', 'com-ment', 'h3', 'ty-pe', 'anything'].filter((word) => found.has(word))).toEqual([]);
});

it('finds the signs that the source asks for by itself', () => {
  const page = '<ol id="b_results"><cite role="text" data-attrid="x" data-unasked="y"></cite></ol>';
  const signs = [...signsOf(parse(page), words).keys()];
  expect(signs).toEqual(expect.arrayContaining(['id b_results', 'tag cite', 'role text', 'attribute data-attrid']));
  expect(signs).not.toContain('attribute data-unasked');
});

it('takes a sign off and puts it back', () => {
  const document = parse('<body><cite id="a" role="text">t</cite>');
  const namesNow = () => elementsOf(document).at(-1)?.tagName;
  const signs = signsOf(document, { has: () => true });
  expect(without('tag cite', signs.get('tag cite')!, namesNow)).toBe('span');
  expect(namesNow()).toBe('cite');
  expect(signs.get('id a')?.[0]?.attrs.map(({ name }) => name)).toEqual(['id', 'role']);
  expect(reasonToKeep('attribute href')).toBeDefined();
});

it('catches a parser that depends on one sign', () => {
  const fragile: Parser = (body) => ({
    organic_results: [...String(body).matchAll(/<cite[^>]*>/g)].map(([link]) => ({ link })),
  });
  const some = captures.filter(({ operation }) => operation === 'gamma.search');
  const pages = some.map((page) => ({ ...page, operation: 'fragile', parse: fragile }));
  const faults = faultsOf(measureSigns(pages, { words, isTried: (name) => name === 'tag cite' }));
  // Not all of them: cites written as text of a script are no elements.
  expect(faults).toEqual([expect.objectContaining({ field: 'rows', reason: undefined })]);
  expect(faults[0]?.share).toBeGreaterThan(0.9);
});

/** One in so many signs and changes, and one in so many pages: `pnpm survival:signs` tries all of them on all. */
const sampled = 8;

it('loses nothing by a sign or a change that is not on the list, as a sample shows', () => {
  // Rows nested otherwise and words out of sight are tried by the command alone: they take minutes.
  const isByCommand = (name: string) =>
    [rowShapes, hiddenWords, furtherShapes, ruledAway, titleLinks].some((shapes) => Object.hasOwn(shapes, name));
  const isTried = (name: string) => numberOf(name) % sampled === 0 && !isByCommand(name);
  const some = captures.filter(({ name }) => numberOf(name) % sampled === 0);
  const trials = measureSigns(some, { words, isTried });
  expect(trials.length).toBeGreaterThan(20);
  // What a few pages lose may be little among all pages of the operation.
  const faults = unlisted(trials).flatMap((suspect) => {
    const pages = captures.filter(({ operation }) => operation === suspect.operation);
    return unlisted(measureSigns(pages, { words, isTried: (name) => name === suspect.name }));
  });
  expect([...new Set(faults.map(labelOf))]).toEqual([]);
}, 120_000);

function unlisted(trials: readonly Trial[]): Fault[] {
  return faultsOf(trials).filter(({ reason }) => reason === undefined);
}

/** Spreads names evenly, the same at every run. */
function numberOf(name: string): number {
  let number = 7;
  for (const letter of name) number = (Math.imul(number, 31) + letter.charCodeAt(0)) >>> 0;
  return number >>> 3;
}
