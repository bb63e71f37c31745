import { describe, expect, test } from 'vitest';
import { PageError, parseAlphaSearch } from '../../src/index.js';

const row =
  '<div><a href="https://pears.example/"><h3>Pears</h3><cite>https://pears.example</cite></a><div>All of them.</div></div>';

/** A page with a row, and with what is in its head, above its list and on its list. */
const page = ({ title = '', above = '', list = '' }): string =>
  `<html><head>${title}</head><body>${above}<div id="search"><div id="rso" ${list}>${row}</div></div></body></html>`;
const queryOf = (html: string): string | undefined => parseAlphaSearch(html, { diagnostics: true }).diagnostics?.query;
const titled = (title: string) => ({ title: `<title>${title}</title>` });
const box = (query: string) => ({ above: `<form action="/search"><input name="q" value="${query}"></form>` });

describe('the query that a page states', () => {
  test.each<[string, Parameters<typeof page>[0], string | undefined]>([
    ['in its title', titled('pears - Google Search'), 'pears'],
    ['in its title in another language', titled('pears - Recherche Google'), 'pears'],
    ['before the last dash', titled('pears - plums - Google Search'), 'pears - plums'],
    ['before a long dash', titled('pears – Google'), 'pears'],
    ['not before a dash without spaces', titled('pears-Google'), undefined],
    ['not in the title of another site', titled('pears - Fruit'), undefined],
    ['in its search box', box('pears'), 'pears'],
    ['in the box where the title has none', { ...titled('Google'), ...box('pears') }, 'pears'],
    ['in the title before the box', { ...titled('pears - Google Search'), ...box('plums') }, 'pears'],
    ['in the second box where the first is empty', { above: box('').above + box('pears').above }, 'pears'],
    ['in a text area', { above: '<textarea name="q"> green\n pears </textarea>' }, 'green pears'],
    ['in no other field', { above: '<input name="p" value="pears"><button name="q" value="x">x</button>' }, undefined],
    ['on its list', { list: 'data-async-context="query:green%20pears"' }, 'green pears'],
    ['among other things on its list', { list: 'data-async-context="a:b;query:pears;c:d"' }, 'pears'],
    ['not by another name on its list', { list: 'data-async-context="subquery:pears"' }, undefined],
    ['not in an encoding that is none', { list: 'data-async-context="query:100%"' }, undefined],
    ['in a link to another tab', { above: '<a href="/search?q=pears&amp;tbm=isch">Images</a>' }, 'pears'],
    ['in a link to another tab of today', { above: '<a href="/search?udm=2&amp;q=pears">Images</a>' }, 'pears'],
    ['in a link to the spelling as typed', { above: '<a href="/search?q=paers&amp;nfpr=1">paers</a>' }, 'paers'],
    ['in a link to a correction', { above: '<a href="/search?q=pears&amp;spell=1">pears</a>' }, 'pears'],
    ['in no other link', { above: '<a href="/search?q=pears&amp;x=1">pears</a>' }, undefined],
    ['nowhere', {}, undefined],
  ])('%s', (_, parts, query) => {
    expect(queryOf(page(parts))).toBe(query);
  });

  test('may be any of those that its places name', () => {
    const html = page({ ...titled('pears - Google Search'), ...box('paers') });
    expect(() => parseAlphaSearch(html, { query: 'paers' })).not.toThrow();
    expect(() => parseAlphaSearch(html, { query: 'pears' })).not.toThrow();
    expect(() => parseAlphaSearch(html, { query: 'plums' })).toThrow(PageError);
  });
});
