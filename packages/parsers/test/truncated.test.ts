import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../.dev/sample.js';
import { PageError, parseAlphaAutocomplete, parseAlphaSearch, parseBetaSearch } from '../src/index.js';
import { readBodies, readLabelled, type SavedPage } from './support/pages.js';
import { outcomeOf } from './support/parsers.js';

const captures = readBodies(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));
/** Captures of incomplete streams. */
const isCutCapture = ({ name }: SavedPage): boolean => name.includes('cut-stream');

/** Where pages are truncated: each of two successive pages at the two places of one entry. */
const shares = [
  [0.25, 0.75],
  [0.5, 0.95],
] as const;

describe('with the option `truncated`', () => {
  it('rejects no complete capture', () => {
    const some = sampleOf(captures, 2);
    expect(some.filter(isRefused).map(({ name }) => name)).toEqual(some.filter(isCutCapture).map(({ name }) => name));
  });

  it('rejects a truncated body or reads the same results from it', () => {
    expect(captures.length).toBeGreaterThan(600);
    expect(
      sampleOf(captures, 3)
        .filter((page) => !isCutCapture(page))
        .flatMap(losses),
    ).toEqual([]);
  });

  it.each([
    ['an unclosed element', '<div id="rso"><div><a href="https://a.example/"><h3>A</h3></a>'],
    ['an incomplete tag', '<p>a</p><div id="rso"></div><a href="https://a.example/'],
    ['an unclosed comment', '<p>a</p><!-- '],
    ['an unclosed script', '<p>a</p><script>let a = "</div>'],
    ['a body without its end tag', '<!doctype html><html><body><p>a</p>'],
    ['a head only', '<!doctype html><html><head><title>a</title></head>'],
    ['an empty body', ''],
    ['a stream without its last piece', '{"d":"<div id=\\"rso\\"><p>","c":1}/*""*/'],
  ])('rejects %s as truncated', (_, body) => {
    expect(() => parseAlphaSearch(body, { truncated: true })).toThrow(errorOf('truncated'));
    expect(() => parseAlphaSearch(body)).toThrow(expect.objectContaining({ state: 'unrecognised' }));
  });

  it.each([
    ['elements without end tags that HTML allows to omit', '<!doctype html><title>Error</title><p>a<p>b'],
    ['a fragment of a page', '<ol id="b_results"><li>a</ol>'],
    ['a body with its end tag', '<body><div>a</body>'],
    ['content after the end of the page', '<body><div>a</body></html><script>a'],
  ])('accepts %s as complete', (_, body) => {
    expect(() => parseBetaSearch(body, { truncated: true })).toThrow(errorOf('unrecognised'));
  });

  it.each([
    [`["a",["b"`, 'truncated'],
    [`)]}'\n[[["a",0]`, 'truncated'],
    ['cb(["a",["b"]', 'truncated'],
    ['cb(["a",["b"]]', 'truncated'],
    ['window.goo', 'truncated'],
    ['<toplevel><CompleteSuggestion><suggestion data="a"/>', 'truncated'],
    ['["a",{}]', 'unrecognised'],
  ] as const)('throws for the reply %s: %s', (body, state) => {
    expect(() => parseAlphaAutocomplete(body, { truncated: true })).toThrow(errorOf(state));
  });

  it('accepts an empty XML reply as complete', () => {
    expect(parseAlphaAutocomplete('<?xml version="1.0"?><toplevel/>', { truncated: true })).toEqual({
      suggestions: [],
    });
  });
});

describe.skipIf(env.SVC_CORPUS === undefined)('labelled pages with the option `truncated`', () => {
  const labelled = env.SVC_CORPUS === undefined ? [] : readLabelled(env.SVC_CORPUS);
  /** Complete captures. Others are truncated in a script or in the middle of the list. */
  const complete = labelled.filter(({ text }) => /<\/(?!script|style)\w+>\s*$/.test(text));

  it('rejects no page that ends with an end tag', () => {
    expect(complete.filter(isRefused).map(({ name }) => name)).toEqual([]);
  });

  it('rejects a truncated body or reads the same results from it', () => {
    expect(sampleOf(complete, 3).flatMap(losses)).toEqual([]);
  }, 300_000);
});

function isRefused({ parse, text }: SavedPage): boolean {
  const outcome = outcomeOf((body) => parse(body, { truncated: true }), text);
  return 'state' in outcome && outcome.state === 'truncated';
}

/** The truncations of a page that are not rejected although their results differ from those of the page. */
function losses({ name, parse, text }: SavedPage, index: number): string[] {
  const whole = listedIn(outcomeOf(parse, text));
  return shares[index % 2]!.flatMap((share) => {
    const cut = text.slice(0, text.length * share);
    const outcome = outcomeOf((body) => parse(body, { truncated: true }), cut);
    const isRejected = 'state' in outcome && outcome.state === 'truncated';
    return isRejected || listedIn(outcome) === whole ? [] : [`${name} at ${share}`];
  });
}

/** The targets of rows, the suggestions, or the state if there are neither. */
function listedIn(outcome: object): string {
  const { organic_results, suggestions, state } = outcome as Record<string, { link?: string }[] | undefined>;
  return JSON.stringify(organic_results?.map(({ link }) => link) ?? suggestions ?? state);
}

function errorOf(state: PageError['state']): PageError {
  return new PageError(state);
}
