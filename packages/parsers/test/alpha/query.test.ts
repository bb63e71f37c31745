import { describe, expect, test } from 'vitest';
import { PageError, parseAlphaSearch } from '../../src/index.js';

const row =
  '<div><a href="https://pears.example/"><h3>Pears</h3><cite>https://pears.example</cite></a><div>All of them.</div></div>';

/** A page with one row and the given title, HTML above the list and attributes of the list. */
const page = ({ title = '', above = '', list = '' }): string =>
  `<html><head>${title}</head><body>${above}<div id="search"><div id="rso" ${list}>${row}</div></div></body></html>`;
const queryOf = (html: string): string | undefined => parseAlphaSearch(html, { diagnostics: true }).diagnostics?.query;
const titled = (title: string) => ({ title: `<title>${title}</title>` });
const box = (query: string) => ({ above: `<form action="/search"><input name="q" value="${query}"></form>` });

describe('the query of a page is found', () => {
  test.each<[string, Parameters<typeof page>[0], string | undefined]>([
    ['in its title', titled('pears - Google Search'), 'pears'],
    ['in its title in another language', titled('pears - Recherche Google'), 'pears'],
    ['before the last dash', titled('pears - plums - Google Search'), 'pears - plums'],
    ['before an en dash', titled('pears – Google'), 'pears'],
    ['not before a dash without spaces', titled('pears-Google'), undefined],
    ['not in the title of another site', titled('pears - Fruit'), undefined],
    ['in its search box', box('pears'), 'pears'],
    ['in the search box if the title has none', { ...titled('Google'), ...box('pears') }, 'pears'],
    ['in the title rather than the search box', { ...titled('pears - Google Search'), ...box('plums') }, 'pears'],
    ['in the second search box if the first is empty', { above: box('').above + box('pears').above }, 'pears'],
    ['in a text area', { above: '<textarea name="q"> green\n pears </textarea>' }, 'green pears'],
    [
      'not in other fields',
      { above: '<input name="p" value="pears"><button name="q" value="x">x</button>' },
      undefined,
    ],
    ['in an attribute of the list', { list: 'data-async-context="query:green%20pears"' }, 'green pears'],
    ['among other values in an attribute of the list', { list: 'data-async-context="a:b;query:pears;c:d"' }, 'pears'],
    ['not under another name in an attribute of the list', { list: 'data-async-context="subquery:pears"' }, undefined],
    ['not if the encoding is invalid', { list: 'data-async-context="query:100%"' }, undefined],
    ['in a link to another tab, by tbm', { above: '<a href="/search?q=pears&amp;tbm=isch">Images</a>' }, 'pears'],
    ['in a link to another tab, by udm', { above: '<a href="/search?udm=2&amp;q=pears">Images</a>' }, 'pears'],
    ['in a link to the spelling as typed', { above: '<a href="/search?q=paers&amp;nfpr=1">paers</a>' }, 'paers'],
    ['in a link to a correction', { above: '<a href="/search?q=pears&amp;spell=1">pears</a>' }, 'pears'],
    ['not in other links', { above: '<a href="/search?q=pears&amp;x=1">pears</a>' }, undefined],
    ['nowhere on a page without any of these', {}, undefined],
  ])('%s', (_, parts, query) => {
    expect(queryOf(page(parts))).toBe(query);
  });

  test('in several places, and each of them may match the requested query', () => {
    const html = page({ ...titled('pears - Google Search'), ...box('paers') });
    expect(() => parseAlphaSearch(html, { query: 'paers' })).not.toThrow();
    expect(() => parseAlphaSearch(html, { query: 'pears' })).not.toThrow();
    expect(() => parseAlphaSearch(html, { query: 'plums' })).toThrow(PageError);
  });
});
