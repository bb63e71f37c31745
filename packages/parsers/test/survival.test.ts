import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allCases } from '../../../.dev/sample.js';
import { operationNames, type Parser } from '../src/index.js';
import { type MutationName, mutationNames, mutations } from './support/mutations.js';
import { readCaptures } from './support/pages.js';
import { outcomeOf } from './support/parsers.js';
import { included, measureSurvival } from './support/survival.js';

const captures = readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));

const dropsScripts = new Set<MutationName>(['bare', 'everything']);

it('has a capture of every operation', () => {
  const covered = new Set(captures.map(({ operation }) => operation));
  expect(operationNames.filter((name) => !covered.has(name))).toEqual([]);
});

/** Known losses by page. The test fails for an entry that is no longer true. */
const knownLosses: Readonly<Record<string, readonly MutationName[]>> = {};

describe.each(captures.map((page, index) => ({ ...page, index })))('$name', ({ name: page, parse, text, index }) => {
  const read = outcomeOf(parse, text, included);
  // Successive captures are similar, so each is tried with a third of the mutations.
  // A page that consists of a script is empty without it.
  const names = mutationNames.filter(
    (name, i) => (allCases || (index + i) % 3 === 0) && !('state' in read && dropsScripts.has(name)),
  );

  const lost = knownLosses[page] ?? [];

  it.each(names.filter((name) => !lost.includes(name)))('reads the same after: %s', (name) => {
    expect(outcomeOf(parse, mutations[name](text), included)).toEqual(read);
  });

  it.each(lost)('still has the known loss after: %s', (name) => {
    expect(outcomeOf(parse, mutations[name](text), included)).not.toEqual(read);
  });
});

/** One of eight captures: what a parser depends on shows in few of them. */
const someCaptures = captures.filter((_, index) => index % 8 === 0);

/** A parser that depends on the pattern: it reads each match as a row. */
function parserOf(pattern: RegExp): Parser {
  return (body) => ({ organic_results: [...String(body).matchAll(pattern)].map(([link]) => ({ link })) });
}

it.each<[MutationName, RegExp]>([
  ['classes', /class="[^"]+"/g],
  ['ids', /\sid="[^"]+"/g],
  ['hooks', /(?:jsname|data-ved|data-hveid)="[^"]*"/g],
  ['wrap', /<div[^>]*>(?!<div>)[^<]*<span[^>]*>[^<]+/g],
  ['bare', /<script/g],
])('detects a parser that depends on what the mutation changes: %s', (name, pattern) => {
  const pages = someCaptures.map((page) => ({ ...page, operation: 'fragile', parse: parserOf(pattern) }));
  const rows = measureSurvival(pages).get('fragile row');
  expect(rows?.[name].all).toBeGreaterThan(0);
  expect((rows?.[name].same ?? 0) / (rows?.[name].all ?? 1)).toBeLessThan(0.9);
  expect(rows?.everything.same).toBeLessThan(rows?.everything.all ?? 0);
});
