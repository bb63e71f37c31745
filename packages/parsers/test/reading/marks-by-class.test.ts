import { expect, test } from 'vitest';
import { parseAlphaNews, parseAlphaSearch, parseBetaSearch, parseGammaSearch } from '../../src/index.js';

const excerpt = (inside: string) => `The oldest ${inside} of the valley are about as old as the houses around them.`;
const hit = (text: string, name = 'hit') => `<span class="${name}">${text}</span>`;
const box = (name: string, query: string) =>
  `<form action="/search"><input name="q" value="${query}"></form><title>${query} - ${name}</title>`;

/** Rows of a result page for `query` with the given excerpts. */
function matched(excerpts: readonly string[], query = 'pear trees'): string[][] {
  const rows = excerpts.map(
    (text, number) =>
      `<div><a href="https://site${number}.example/"><h3>Row ${number}</h3><cite>site${number}.example</cite></a><div>${text}</div></div>`,
  );
  const page = `${box('Google Search', query)}<div id="search"><div id="rso">${rows.join('')}</div></div>`;
  return parseAlphaSearch(page).organic_results.map(({ snippet_matched }) => snippet_matched);
}

test.each<[string, string[], string[][]]>([
  ['words of the query', [excerpt(hit('pear trees')), excerpt(hit('pears'))], [['pear trees'], ['pears']]],
  ['each text once', [excerpt(`${hit('pear')} and ${hit('pear')} trees`), excerpt('trees')], [['pear'], []]],
  [
    'other texts of the same class',
    [excerpt(`${hit('pear')} and ${hit('apple')}`), excerpt(hit('trees'))],
    [['pear', 'apple'], ['trees']],
  ],
  ['texts of another class', [excerpt(`${hit('pear')} and ${hit('apple', 'x')}`), excerpt('trees')], [['pear'], []]],
  ['a class of which half the texts contain the words', [excerpt(`${hit('pear')} and ${hit('apple')}`)], [[]]],
  ['an element without a class', [excerpt('<span>pear</span>')], [[]]],
  ['an ellipsis', [excerpt(`${hit('pear')} ${hit('...')} ${hit('trees')}`)], [['pear', 'trees']]],
  ['a text that fills a box', [`<div><span class="hit">${excerpt('pears')}</span></div>`], [[]]],
  ['an element around a mark', [excerpt('<span class="hit">pear <i>x</i></span>')], [['x']]],
  ['no element around others', [excerpt('<span class="hit">pear <u>x</u></span>')], [[]]],
  ['no box among words', [excerpt('<span class="hit" style="display:block">pear</span>')], [[]]],
  ['no class beside <b>', [excerpt('<b>old</b> trees'), excerpt(hit('pears'))], [['old'], []]],
  ['a link', [excerpt('<a class="hit" href="https://site0.example/#a">pear</a>')], [[]]],
  ['a hidden text', [excerpt(`${hit('pear')}<span class="hit" hidden>trees</span>`)], [['pear']]],
])('reads matched words that only a class highlights: %s', (_, excerpts, expected) => {
  expect(matched(excerpts)).toEqual(expected);
});

test('compares the texts of a class with the query by words and their beginnings', () => {
  expect(matched([excerpt(hit('Pear'))], 'PEAR')).toEqual([['Pear']]);
  expect(matched([excerpt(hit('orchards'))], 'orchard')).toEqual([['orchards']]);
  expect(matched([excerpt(hit('orchestras'))], 'orchard')).toEqual([[]]);
  expect(matched([excerpt(hit('are'))], 'art')).toEqual([[]]);
  expect(matched([excerpt(hit('pears'))], 'plum')).toEqual([[]]);
});

const text = excerpt(hit('pears'));
const pager = '<a href="/search?q=pears&tbm=nws&start=10">2</a>';
test.each<[string, () => string[][]]>([
  [
    'alpha.news',
    () =>
      parseAlphaNews(
        `${box('Google Search', 'pears')}<div id="search"><div id="rso"><a href="https://a.example/"><div>The Tide</div><div role="heading" aria-level="3">Row</div><div>${text}</div><div>2 hours ago</div></a></div></div>${pager}`,
      ).organic_results.map(({ snippet_matched }) => snippet_matched),
  ],
  [
    'beta.search',
    () =>
      parseBetaSearch(
        `${box('Search', 'pears')}<ol id="b_results"><li class="b_algo"><h2><a href="https://a.example/">Row</a></h2><cite>a.example</cite><p>${text}</p></li></ol>`,
      ).organic_results.map(({ snippet_matched }) => snippet_matched),
  ],
  [
    'gamma.search',
    () =>
      parseGammaSearch(
        `${box('Brave Search', 'pears')}<div id="results"><div class="snippet" data-type="web"><a href="https://a.example/"><div>a.example</div><div class="title">Row</div></a><div>${text}</div></div></div>`,
      ).organic_results.map(({ snippet_matched }) => snippet_matched),
  ],
])('reads matched words that only a class highlights on every engine: %s', (_, read) => {
  expect(read()).toEqual([['pears']]);
});
