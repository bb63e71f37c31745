import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PageError, parseAlphaAutocomplete, parseAlphaSearch, parseBetaSearch } from '../src/index.js';
import { readBodies, readLabelled, type SavedPage } from './support/pages.js';
import { outcomeOf } from './support/parsers.js';

const captures = readBodies(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));
/** Captures of streams that did not arrive whole. */
const isCutCapture = ({ name }: SavedPage): boolean => name.includes('cut-stream');

const shares = [0.25, 0.5, 0.75, 0.95];

describe('with the option `truncated`', () => {
  it('no whole capture is refused', () => {
    const refused = captures.filter(isRefused);
    expect(refused.map(({ name }) => name)).toEqual(captures.filter(isCutCapture).map(({ name }) => name));
  });

  it('a truncated body is refused, or gives the same as the whole one', () => {
    expect(captures.length).toBeGreaterThan(600);
    expect(captures.filter((page) => !isCutCapture(page)).flatMap(losses)).toEqual([]);
  });

  it.each([
    ['an element left open', '<div id="rso"><div><a href="https://a.example/"><h3>A</h3></a>'],
    ['a tag left open', '<p>a</p><div id="rso"></div><a href="https://a.example/'],
    ['a comment left open', '<p>a</p><!-- '],
    ['a script left open', '<p>a</p><script>let a = "</div>'],
    ['a body without its end', '<!doctype html><html><body><p>a</p>'],
    ['a head', '<!doctype html><html><head><title>a</title></head>'],
    ['nothing', ''],
    ['a stream without its last piece', '{"d":"<div id=\\"rso\\"><p>","c":1}/*""*/'],
  ])('%s is no end of a page', (_, body) => {
    expect(() => parseAlphaSearch(body, { truncated: true })).toThrow(errorOf('truncated'));
    expect(() => parseAlphaSearch(body)).toThrow(errorOf('unrecognised'));
  });

  it.each([
    ['elements that end by themselves', '<!doctype html><title>Error</title><p>a<p>b'],
    ['a piece of a page', '<ol id="b_results"><li>a</ol>'],
    ['a body with its end', '<body><div>a</body>'],
    ['something behind the end', '<body><div>a</body></html><script>a'],
  ])('%s is a page', (_, body) => {
    expect(() => parseBetaSearch(body, { truncated: true })).toThrow(errorOf('unrecognised'));
  });

  it.each([
    [`["a",["b"`, 'truncated'],
    [`)]}'\n[[["a",0]`, 'truncated'],
    ['cb(["a",["b"]]', 'truncated'],
    ['window.goo', 'truncated'],
    ['<toplevel><CompleteSuggestion><suggestion data="a"/>', 'truncated'],
    ['["a",{}]', 'unrecognised'],
  ] as const)('the reply %s is %s', (body, state) => {
    expect(() => parseAlphaAutocomplete(body, { truncated: true })).toThrow(errorOf(state));
  });

  it('an empty reply of XML is whole', () => {
    expect(parseAlphaAutocomplete('<?xml version="1.0"?><toplevel/>', { truncated: true })).toEqual({
      suggestions: [],
    });
  });
});

describe.skipIf(env.SVC_CORPUS === undefined)('of labelled pages, with the option `truncated`', () => {
  const labelled = env.SVC_CORPUS === undefined ? [] : readLabelled(env.SVC_CORPUS);
  /** Some captures are cut themselves: in a script, or in the middle of the list. */
  const ends = labelled.filter(({ text }) => /<\/(?!script|style)\w+>\s*$/.test(text));

  it('none that ends with an element is refused', () => {
    expect(ends.filter(isRefused).map(({ name }) => name)).toEqual([]);
  });

  it('a truncated body is refused, or gives the same as the whole one', () => {
    expect(ends.flatMap(losses)).toEqual([]);
  }, 300_000);
});

function isRefused({ parse, text }: SavedPage): boolean {
  const outcome = outcomeOf((body) => parse(body, { truncated: true }), text);
  return 'state' in outcome && outcome.state === 'truncated';
}

/** The cuts of a page that are read as something else than the page, and not refused. */
function losses({ name, parse, text }: SavedPage): string[] {
  const whole = whatIsListed(outcomeOf(parse, text));
  return shares.flatMap((share) => {
    const cut = text.slice(0, text.length * share);
    const outcome = outcomeOf((body) => parse(body, { truncated: true }), cut);
    const isTold = 'state' in outcome && outcome.state === 'truncated';
    return isTold || whatIsListed(outcome) === whole ? [] : [`${name} at ${share}`];
  });
}

/** The targets of rows, the values of suggestions, or the state of what has neither. */
function whatIsListed(outcome: object): string {
  const { organic_results, suggestions, state } = outcome as Record<string, { link?: string }[] | undefined>;
  return JSON.stringify(organic_results?.map(({ link }) => link) ?? suggestions ?? state);
}

function errorOf(state: PageError['state']): PageError {
  return new PageError(state);
}
