import { describe, expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/alpha/search.js';
import type { OrganicResult } from '../../src/results/responses.js';

const excerpt = 'All that can be said of pears, by those who grow them.';
const link = 'https://pear.example/a';
const redirectTo = (html: string, target = link): string =>
  `<a href="/url?q=${encodeURIComponent(target)}">${html}</a>`;

/** The rows of a page without headings. */
function rowsOf(html: string): OrganicResult[] {
  const page = `<html><head><title>pears - Google Search</title></head><body><form action="/search"><input name="q" value="pears"></form><div>${html}</div></body></html>`;
  try {
    return parseAlphaSearch(page).organic_results;
  } catch {
    return [];
  }
}

const texts = (html: string) =>
  rowsOf(html).map(({ title, displayed_link, source, snippet }) => [title, displayed_link, source, snippet]);
const below = (...lines: string[]): string => lines.map((line) => `<div>${line}</div>`).join('');

describe('a link without a heading is a row', () => {
  test.each<[string, string, string[]]>([
    [
      'with its address below its title, in the link',
      `<div>${redirectTo(below('A pear', 'pear.example › a'))}${below(excerpt)}</div>`,
      ['A pear', 'pear.example › a', 'pear.example', excerpt],
    ],
    [
      'with name and address above its title, in the link',
      `<div>${redirectTo(below('Pear Co', 'pear.example › a', 'A pear'))}${below(excerpt)}</div>`,
      ['A pear', 'pear.example › a', 'Pear Co', excerpt],
    ],
    [
      'with everything in the link, the address below the title',
      `<div>${redirectTo(below('All the pears of the valley and beyond it', 'pear.example › a', excerpt))}</div>`,
      ['All the pears of the valley and beyond it', 'pear.example › a', 'pear.example', excerpt],
    ],
    [
      'with everything in the link, a short title and a long excerpt',
      `<div>${redirectTo(below('A pear', 'pear.example › a', `${excerpt} ${excerpt}`))}</div>`,
      ['A pear', 'pear.example › a', 'pear.example', `${excerpt} ${excerpt}`],
    ],
    [
      'with everything in the link, the title below name and address',
      `<div>${redirectTo(below('Pear Co', 'pear.example › a', 'A pear', excerpt))}</div>`,
      ['A pear', 'pear.example › a', 'Pear Co', excerpt],
    ],
    [
      'with everything in the link, a short line between its address and its excerpt',
      `<div>${redirectTo(below('A pear', 'Pear Co', 'pear.example › a', '20+ comments', excerpt))}</div>`,
      ['A pear', 'pear.example › a', 'Pear Co', excerpt],
    ],
    [
      'with the start of an address below its title',
      `<div>${redirectTo(below('A pear', 'https://'))}${below('pear.example › a', excerpt)}</div>`,
      ['A pear', 'pear.example › a', 'pear.example', excerpt],
    ],
    [
      'with a fact behind its address',
      `<div>${redirectTo(below('A pear', '<span>pear.example › a</span><span> · 5 min read</span>'))}${below(excerpt)}</div>`,
      ['A pear', 'pear.example › a', 'pear.example', excerpt],
    ],
    [
      'with a fact below its address',
      `<div>${redirectTo(`${below('A pear', 'pear.example › a')}<span> · 5 min read</span>`)}${below(excerpt)}</div>`,
      ['A pear', 'pear.example › a', 'pear.example', excerpt],
    ],
    [
      'with everything in the link, the sign of a menu below its address',
      `<div>${redirectTo(below('Pear Co', 'pear.example › a', '·', 'A pear', excerpt))}</div>`,
      ['A pear', 'pear.example › a', 'Pear Co', excerpt],
    ],
    [
      'with a <cite> as its address',
      `<div>${redirectTo(below('A pear', '<cite>the orchard</cite>'))}${below(excerpt)}</div>`,
      ['A pear', 'the orchard', 'pear.example', excerpt],
    ],
    [
      'with role="text" as its address',
      `<div>${redirectTo(below('A pear', '<span role="text">the orchard</span>'))}${below(excerpt)}</div>`,
      ['A pear', 'the orchard', 'pear.example', excerpt],
    ],
    [
      'with its address at the end of its only line',
      `<div>${redirectTo('<span>A pear</span> <span>pear.example › a</span>')}${below(excerpt)}</div>`,
      ['A pear', 'pear.example › a', 'pear.example', excerpt],
    ],
    [
      'with its address in the line below',
      `<div>${below(redirectTo('A pear'), 'pear.example/a', excerpt)}</div>`,
      ['A pear', 'pear.example/a', 'pear.example', excerpt],
    ],
    [
      'with the address of another site in the line below',
      `<div>${below(redirectTo('A pear'), 'www.other.example/a', excerpt)}</div>`,
      ['A pear', 'www.other.example/a', 'pear.example', excerpt],
    ],
    [
      'with its address below the excerpt',
      `<div>${below(redirectTo('A pear'), excerpt, 'pear.example/a')}</div>`,
      ['A pear', 'pear.example/a', 'pear.example', excerpt],
    ],
    [
      'with its address in the line above',
      `<div>${below('pear.example/a', redirectTo('A pear'), excerpt)}</div>`,
      ['A pear', 'pear.example/a', 'pear.example', excerpt],
    ],
    [
      'with a duration that links to the same target, between title and address',
      `<div>${below(redirectTo('A pear'), redirectTo('4:33'), 'pear.example/a', excerpt)}</div>`,
      ['A pear', 'pear.example/a', 'pear.example', excerpt],
    ],
    [
      'with an excerpt that links to the same target',
      `<div>${below(redirectTo('A pear'), redirectTo(excerpt), 'pear.example/a')}</div>`,
      ['A pear', 'pear.example/a', 'pear.example', excerpt],
    ],
    [
      'with white space around it in its line',
      `<div>${below(` <b> </b>${redirectTo('A pear')} `, 'pear.example/a', excerpt)}</div>`,
      ['A pear', 'pear.example/a', 'pear.example', excerpt],
    ],
    [
      'with inline elements in its text',
      `<div>${below(redirectTo('A <b>pear</b>'), 'pear.example/a', excerpt)}</div>`,
      ['A pear', 'pear.example/a', 'pear.example', excerpt],
    ],
  ])('%s', (_, html, expected) => {
    expect(texts(html)).toEqual([expected]);
  });

  test.each<[string, string]>([
    ['without an address', `<div>${below(redirectTo('A pear'), excerpt)}</div>`],
    [
      'with the address of another site below an excerpt',
      `<div>${below(redirectTo('A pear'), excerpt, 'other.example/a')}</div>`,
    ],
    ['with the address of another site above', `<div>${below('other.example/a', redirectTo('A pear'), excerpt)}</div>`],
    [
      'with its address six lines below',
      `<div>${below(redirectTo('A pear'), '1', '2', '3', '4', '5', 'pear.example/a')}</div>`,
    ],
    [
      'beside another link',
      `<div>${below(redirectTo('A pear') + redirectTo('Plum', 'https://plum.example/'), 'pear.example/a')}</div>`,
    ],
    ['beside text', `<div>${below(`${redirectTo('A pear')} and more`, 'pear.example/a')}</div>`],
    ['that is only a duration', `<div>${below(redirectTo('4:33'), 'pear.example/a')}</div>`],
    [
      'that contains a duration',
      `<div>${redirectTo(below('A pear', '4:33', 'pear.example › a'))}${below(excerpt)}</div>`,
    ],
    ['in the page footer', `<footer>${redirectTo(below('A pear', 'pear.example › a'))}${below(excerpt)}</footer>`],
    ['that is hidden', `<div hidden>${redirectTo(below('A pear', 'pear.example › a'))}${below(excerpt)}</div>`],
    [
      'if the address above is part of another link',
      `<div>${redirectTo(below('One', 'pear.example/a'))}${below(redirectTo('A pear'))}</div>`,
    ],
  ])('not %s', (_, html) => {
    const other = `<div>${redirectTo(below('Other', 'other.example › a'), 'https://other.example/a')}${below(excerpt)}</div>`;
    expect(texts(other + html).filter(([title]) => title === 'A pear' || title === '4:33')).toEqual([]);
  });
});

describe('a page has rows without headings', () => {
  const plain = (n: number): string =>
    `<div>${redirectTo(below(`Plain ${n}`, `p${n}.example › a`), `https://p${n}.example/a`)}${below(excerpt)}</div>`;
  const headed = (n: number): string =>
    `<div><a href="https://h${n}.example/"><h3>Headed ${n}</h3><cite>https://h${n}.example</cite></a>${below(excerpt)}</div>`;
  const titles = (html: string): string =>
    rowsOf(html)
      .map(({ title }) => title)
      .join(', ');

  test('if they outnumber the rows with headings, of which there are at most two', () => {
    expect(titles(headed(1) + plain(1) + plain(2))).toBe('Plain 1, Plain 2');
    expect(titles(headed(1) + headed(2) + plain(1) + plain(2) + plain(3))).toBe('Plain 1, Plain 2, Plain 3');
    expect(titles(headed(1) + headed(2) + plain(1) + plain(2))).toBe('Headed 1, Headed 2');
    expect(titles([1, 2, 3].map(headed).join('') + [1, 2, 3, 4].map(plain).join(''))).toBe(
      'Headed 1, Headed 2, Headed 3',
    );
  });
});

describe('the name of the site of a row with a heading', () => {
  const titled = (inLink: string, under: string, above = ''): string =>
    `<div>${above}<a href="${link}"><h3>A pear</h3>${inLink}</a>${under}</div>`;
  const cite = '<cite>https://pear.example › a</cite>';
  const sourceOf = (html: string) => rowsOf(html)[0]?.source;

  test.each<[string, string, string]>([
    ['is the line above its address in the link', titled(below('Pear Co', cite), below(excerpt)), 'Pear Co'],
    ['is not text directly in the link', titled(`Pear Co<div>${cite}</div>`, below(excerpt)), 'pear.example'],
    ['is the line above its address below the link', titled('', below('Pear Co', cite, excerpt)), 'Pear Co'],
    ['is not the line above an address after the excerpt', titled('', below(excerpt, 'Pear Co', cite)), 'pear.example'],
    ['is the line above its address above the link', titled('', below(excerpt), below('Pear Co', cite)), 'Pear Co'],
    ['is the only line beside the title', titled(below('Pear Co'), below(cite, excerpt)), 'Pear Co'],
    ['is the only line above the title', titled('', below(cite, excerpt), below('Pear Co')), 'Pear Co'],
    ['is not read from two lines', titled(below('Pear Co', 'Plum Co'), below(cite, excerpt)), 'pear.example'],
    ['is not an address', titled(below('pears › of › all'), below(cite, excerpt)), 'pear.example'],
    ['is not an address with a scheme', titled(below('see https://x.example'), below(cite, excerpt)), 'pear.example'],
    ['is not a date', titled(below('2 days ago'), below(cite, excerpt)), 'pear.example'],
    ['is not a duration', titled(below('4:33'), below(cite, excerpt)), 'pear.example'],
    ['is not a number', titled(below('433'), below(cite, excerpt)), 'pear.example'],
    ['is the text before the address in its line', titled(`<div>Pear Co ${cite}</div>`, below(excerpt)), 'Pear Co'],
    [
      'is its host without www',
      titled(cite, below(excerpt)).replace('https://pear', 'https://www.pear'),
      'pear.example',
    ],
  ])('%s', (_, html, source) => {
    expect(sourceOf(html)).toBe(source);
  });

  test.each<[string, string, string]>([
    ['the heading', '<h3>A pear</h3>', 'A pear'],
    ['the first line of the heading with a letter', '<h3><div>4:33</div><div>A pear</div></h3>', 'A pear'],
    ['a heading that is only a number', '<h3>1984</h3>', '1984'],
  ])('reads the title from %s', (_, heading, title) => {
    expect(rowsOf(`<div><a href="${link}">${heading}${cite}</a>${below(excerpt)}</div>`)[0]?.title).toBe(title);
  });

  test.each<[string, string]>([
    ['https://pear.example › a', 'pear.example'],
    ['pear.example › a', 'pear.example'],
    ['50+ comments', 'www.google.com'],
  ])('reads the domain of an opaque redirect from the displayed link: %s', (shown, domain) => {
    const html = titled(`<cite>${shown}</cite>`, below(excerpt)).replace(link, '/goto?url=CAESWQHrOzAV');
    expect(rowsOf(html)[0]?.domain).toBe(domain);
  });
});
