import { describe, expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/alpha/search.js';

const excerpt = 'All that can be said of pears, by those who grow them.';
const ordinary = (name: string): string =>
  `<div><a href="https://${name}.example/"><h3>Row of ${name}</h3><cite>https://${name}.example</cite></a><div>${excerpt}</div></div>`;
const link = 'https://pear.example/a';

/** For each link of a block between two rows: the reason why it was dropped, or "row" if it was kept. */
function reasons(html: string): string[] {
  const page = `<title>pears - Google Search</title><div id="search"><div id="rso">${ordinary('first')}${html}${ordinary('last')}</div></div>`;
  const { organic_results: rows, diagnostics } = parseAlphaSearch(page, { diagnostics: true });
  const dropped = diagnostics!.dropped.map(({ reason }) => reason).filter((reason) => reason !== 'empty panel');
  const kept = rows.filter((row) => row.link.startsWith('https://pear.example')).map(() => 'row');
  return [...dropped, ...kept];
}

const cite = '<cite>https://pear.example › a</cite>';
const titled = (inLink: string, below = excerpt, title = 'A pear'): string =>
  `<div><a href="${link}"><h3>${title}</h3>${inLink}</a><div>${below}</div></div>`;

describe('a link with a heading', () => {
  test.each<[string, string, string]>([
    ['is a row if it has an address and an excerpt', titled(cite), 'row'],
    ['is untitled if its heading is empty', titled(cite, excerpt, '<img alt="">'), 'untitled'],
    ['is dropped if it has no address', titled('<p>One</p><p>Two</p>'), 'no address'],
    ['is a card if its link contains a date and it has no excerpt', titled(`<p>2 days ago</p>${cite}`, ''), 'card'],
    ['is a row if its link contains a date and it has an excerpt', titled(`<p>2 days ago</p>${cite}`), 'row'],
    [
      'is a card if its link contains a date above few words',
      titled(`<p>2 days ago</p>${cite}`, '<p>Pears keep.</p>'),
      'card',
    ],
    [
      'is a card if its link contains a date after a name above few words',
      titled(`<p>Ann · 2 days ago</p>${cite}`, '<p>Pears keep.</p>'),
      'card',
    ],
    ['is a row if its link contains the site name', titled(`<p>The Pear</p>${cite}`), 'row'],
    ['is a row if its link contains the site name and it has no excerpt', titled(`<p>The Pear</p>${cite}`, ''), 'row'],
    [
      'is a card if its link contains two lines above the address and it has no excerpt',
      titled(`<p>The Pear</p><p>Ann</p>${cite}`, ''),
      'card',
    ],
    [
      'is a row if its link contains two lines above the address and it has an excerpt',
      titled(`<p>The Pear</p><p>Ann</p>${cite}`),
      'row',
    ],
    ['is a card if a line follows its address and it has no excerpt', titled(`${cite}<p>Ann</p>`, ''), 'card'],
    [
      'is a quotation if it links to a text fragment and has no excerpt',
      titled(cite, '').replace(link, `${link}#:~:text=pear`),
      'quotation',
    ],
    [
      'is a row if it links to a text fragment and has an excerpt',
      titled(cite).replace(link, `${link}#:~:text=pear`),
      'row',
    ],
  ])('%s', (_, html, reason) => {
    expect(reasons(html)).toEqual([reason]);
  });

  const mention = (before: string): string =>
    `<div><h3>${before} <a href="${link}">pear.example/a</a></h3><div>${cite}</div><div>${excerpt}</div></div>`;
  test.each<[string, string, string]>([
    [
      'is a mention if it shows its address in a heading more than twice as long',
      mention('This is it, at '),
      'mention',
    ],
    ['is a row if that heading is twice as long', mention('At fourteens:'), 'row'],
    [
      'is a row if it shows a title in a long heading',
      mention('A long heading about pears').replace('pear.example/a<', 'Our pears here<'),
      'row',
    ],
  ])('%s', (_, html, reason) => {
    expect(reasons(html)).toEqual([reason]);
  });
});

describe('a link below other text', () => {
  const below = (before: string, after = excerpt): string =>
    `<div>${before}<a href="${link}"><h3>A pear</h3>${cite}</a><div>${after}</div></div>`;
  const words = (length: number): string => 'pear '.repeat(length / 5);

  test.each<[string, string, string]>([
    ['is a row below its address', below('<div>pear.example › a › b</div>'), 'row'],
    ['is a row below a few words', below('<div>Pears</div>'), 'row'],
    ['is a row below 80 characters', below(`<div>${words(75)}pears</div>`), 'row'],
    ['is a source below more than 80 characters', below(`<div>${words(75)}pears.</div>`), 'answer'],
    [
      'is a source below more than 80 characters in two lines',
      below(`<div>${words(40)}</div><div>${words(45)}</div>`),
      'answer',
    ],
    ['is a source below a heading if it has no excerpt', below('<h3>A pear is a fruit</h3>', ''), 'answer'],
    ['is a row below a heading if it has an excerpt', below('<h3>A pear is a fruit</h3>'), 'row'],
    ['is a source below an element marked as an answer', below('<div data-md="1"><p>A fruit</p></div>'), 'answer'],
    ['is a source below an answer property', below('<div data-attrid="wa:/x"><p>A fruit</p></div>'), 'answer'],
    ['is a row below another property', below('<div data-attrid="kc:/x"><p>A fruit</p></div>'), 'row'],
    ['is a row within an element marked as an answer', `<div data-md="1"><p>A fruit</p>${below('')}</div>`, 'row'],
  ])('%s', (_, html, reason) => {
    expect(reasons(html)).toEqual([reason]);
  });
});

describe('the drop reason of a link in a block', () => {
  test.each<[string, string, string]>([
    ['carousel', 'a carousel', '<g-scrolling-carousel>ROW</g-scrolling-carousel>'],
    ['carousel', 'a card of a carousel', '<g-inner-card>ROW</g-inner-card>'],
    ['section', 'a section', '<g-section-with-header>ROW</g-section-with-header>'],
    ['profile', 'a profile', '<g-link>ROW</g-link>'],
    ['question', 'an accordion', '<g-accordion-expander>ROW</g-accordion-expander>'],
    ['answer', 'an answer', '<block-component>ROW</block-component>'],
    ['ad', 'an advertisement', '<div data-text-ad="1">ROW</div>'],
    ['ad', 'a shopping ad', '<div data-pla="1">ROW</div>'],
    ['ad', 'the ad region', '<div id="tads">ROW</div>'],
    ['ad', 'the container of the ad region', '<div id="tvcap">ROW</div>'],
    ['panel', 'the side column', '<div id="rhs">ROW</div>'],
    ['images', 'the image block', '<div id="iur">ROW</div>'],
    ['question', 'a question', '<div data-q="x">ROW</div>'],
    ['question', 'a question in an old layout', '<div data-initq="x">ROW</div>'],
    ['question', 'a list of questions', '<div data-mqac="x">ROW</div>'],
    ['overview', 'the overview', '<div data-mcp="1">ROW</div>'],
    ['overview', 'the summary of the overview', '<div data-attrid="SrpGenSumSummary">ROW</div>'],
    ['news', 'a news cluster', '<div data-news-cluster-id="7">ROW</div>'],
    ['topic', 'a topic', '<div data-attrid="lab/content/x">ROW</div>'],
    ['row', 'any other property', '<div data-attrid="kc:/x">ROW</div>'],
    ['row', 'any other element with an id', '<div id="x1">ROW</div>'],
  ])('%s: %s', (reason, _, html) => {
    expect(reasons(html.replace('ROW', titled(cite)))).toEqual([reason]);
    expect(reasons(html.replace('ROW', titled(cite) + titled(cite).replaceAll('/a', '/b')))).toEqual([reason, reason]);
  });
});

describe('links without an excerpt', () => {
  const bare = (name: string, tag = 'div'): string =>
    `<${tag}><a href="https://pear.example/${name}"><h3>Pear ${name}</h3><cite>https://pear.example › ${name}</cite></a></${tag}>`;
  const heading = '<div role="heading" aria-level="2">Pears near you</div>';
  const cells = (...names: string[]): string =>
    `<table>${names.map((name) => `<tr>${bare(name, 'td')}</tr>`).join('')}</table>`;

  test.each<[string, string, string[]]>([
    ['are a pack below their own heading', `<div>${heading}${bare('a')}${bare('b')}</div>`, ['pack', 'pack']],
    ['are rows below a heading of the whole list', heading + bare('a') + bare('b'), ['row', 'row']],
    ['are a row if there is only one below a heading', `<div>${heading}${bare('a')}</div>`, ['row']],
    ['are a pack in a table', cells('a', 'b'), ['pack', 'pack']],
    ['are a row if there is only one in a table', cells('a'), ['row']],
    ['are rows without a heading or a table', bare('a') + bare('b'), ['row', 'row']],
    [
      'are rows if one of them has an excerpt',
      `<div>${heading}${bare('a')}${bare('b')}${titled(cite)}</div>`,
      ['row', 'row', 'row'],
    ],
    [
      'are grouped by the heading above them',
      `<div>${heading}${bare('a')}${bare('b')}</div><div>${heading}${bare('c')}</div>`,
      ['pack', 'pack', 'row'],
    ],
  ])('%s', (_, html, expected) => {
    expect(reasons(html)).toEqual(expected);
  });
});
