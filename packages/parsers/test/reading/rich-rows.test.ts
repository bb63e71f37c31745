import { describe, expect, test } from 'vitest';
import { parseAlphaSearch, parseBetaSearch } from '../../src/index.js';
import type { RichRow } from '../../src/results/responses.js';

const ordinary =
  '<li class="b_algo"><h2><a href="https://plums.example/">Plums</a></h2><cite>https://plums.example</cite><p>All about the plums.</p></li>';

/** The rich fields of a row with `below` below its snippet and `inLink` in the link of its title. */
function richOf(below: string, inLink = ''): RichRow {
  const row = `<li class="b_algo"><h2><a href="https://tea.example/pot">Tea pots${inLink}</a></h2><cite>https://tea.example</cite><p>All about the pots of tea.</p>${below}</li>`;
  const { organic_results } = parseBetaSearch(
    `<html><body><main id="b_content"><ol id="b_results">${row}${ordinary}</ol></main></body></html>`,
    { rich: true },
  );
  const { thumbnail, favicon, rating, reviews, price, author, extensions } = organic_results[0]!;
  return JSON.parse(JSON.stringify({ thumbnail, favicon, rating, reviews, price, author, extensions }));
}

test('reads no rich fields from a row with a snippet only', () => {
  expect(richOf('')).toEqual({});
});

describe('the rating of a row', () => {
  test.each<[string, number | undefined, number | undefined]>([
    ['4.6 (54)', 4.6, 54],
    ['Rating 4.6 (54)', 4.6, 54],
    ['4.6 (1,204)', 4.6, 1204],
    ['4.6 (1.2K)', 4.6, 1200],
    ['4,5 (3M)', 4.5, 3_000_000],
    ['4.6 (2K+)', 4.6, 2000],
    ['Rating: 4.5 · 1,204 reviews', 4.5, 1204],
    ['Rating: 4.5 · 12 reviews', 4.5, 12],
    ['Rating: 4.5 - 32.7K votes', 4.5, 32_700],
    ['4.5 ★ (12)', 4.5, 12],
    ['Rated 4,5 out of 5', 4.5, undefined],
    ['4/5', 4, undefined],
    ['4.25 / 5 · 17 votes', 4.25, 17],
    ['Note 3,5 sur 5', 3.5, undefined],
    ['٤٫٥ (٥٤)', undefined, undefined],
    ['٤.٥ (٥٤)', 4.5, 54],
    ['5.0 (9)', 5, 9],
    ['5.1 (9)', undefined, undefined],
    ['9.1 (9)', undefined, undefined],
    ['9/5', undefined, undefined],
    ['4/50', undefined, undefined],
    ['14.5 out of 5', undefined, undefined],
    ['4.6 (0)', 4.6, undefined],
    ['Rating: 5 · 30 reviews', 5, 30],
    ['Rating: 4.4 - 5,056 reviews', 4.4, 5056],
    ['Rating: 7.9/10 · 81 votes', undefined, undefined],
    ['5 · 30 reviews', undefined, undefined],
    ['4.6', undefined, undefined],
    ['Version 4.6 of tea', undefined, undefined],
  ])('%j has the rating %j and %j reviews', (line, rating, reviews) => {
    const found = richOf(`<div>${line}</div>`);
    expect([found.rating, found.reviews]).toEqual([rating, reviews]);
  });

  test('is read from the first line with a valid rating', () => {
    expect(richOf('<div>9.9 (3)</div><div>3.1 (4)</div><div>2.2 (5)</div>')).toMatchObject({ rating: 3.1, reviews: 4 });
  });

  test('is read from a line with the number of ratings below it', () => {
    expect(richOf('<div>Rating</div><div>4,5</div><div>(438)</div>')).toMatchObject({ rating: 4.5, reviews: 438 });
  });

  test.each([
    ['7.9/10 · 81 votes', 81],
    ['82% · 50 votes', 50],
    ['4.4/10', undefined],
  ])('out of five is that of the stars, the number of ratings that of the line %j', (line, reviews) => {
    const stars = '<span aria-label="Rated 4.0 out of 5,"><svg></svg></span>';
    const { rating, reviews: found } = richOf(`<div>${stars}Rating: ${line}</div>`);
    expect([rating, found]).toEqual([4, reviews]);
  });

  test('is read from the label of an element without text, but not of one with text', () => {
    expect(richOf('<div><span aria-label="Rated 4.5 out of 5"><svg></svg></span></div>')).toEqual({ rating: 4.5 });
    expect(richOf('<div><span aria-label="Rated 4.5 out of 5">Stars</span></div>')).toEqual({ extensions: ['Stars'] });
  });
});

describe('the price of a row', () => {
  test.each<[string, string | undefined]>([
    ['$12.50', '$12.50'],
    ['12,50 €', '12,50 €'],
    ['USD 12', 'USD 12'],
    ['In stock · $12.50 · Free delivery', '$12.50'],
    ['In stock • €5 | new', '€5'],
    ['In stock ⋅ €5', '€5'],
    ['1 081,00 ₽ - Нет в наличии', '1 081,00 ₽'],
    ['3 reviews - $5 to $20 - In stock', '$5 to $20'],
    ['От 887,82 BYN до 995,08 BYN', 'От 887,82 BYN до 995,08 BYN'],
    ['12 pages', undefined],
    ['5 min', undefined],
    ['only $12.50 for a pot of tea and two cups', undefined],
  ])('%j has the price %j', (line, price) => {
    expect(richOf(`<div>${line}</div>`).price).toBe(price);
  });

  test('is not repeated in the extensions if it is the whole line', () => {
    expect(richOf('<div>$12.50</div><div>In stock</div>')).toEqual({ price: '$12.50', extensions: ['In stock'] });
  });
});

describe('the author of a row', () => {
  test.each<[string, string | undefined]>([
    ['By Jane Doe', 'Jane Doe'],
    ['5 min read · by Jane van der Doe', 'Jane van der Doe'],
    ['von Käthe Groß', 'Käthe Groß'],
    ['Jane Doe', undefined],
    ['By jane', undefined],
    ['By Jane, who has grown tea for years', undefined],
  ])('in %j is %j', (line, author) => {
    expect(richOf(`<div>${line}</div>`).author).toBe(author);
  });
});

describe('the extensions of a row', () => {
  test('are the lines below the title that are not fields of the row already', () => {
    const below = '<div>Tea pots</div><div>the pots of tea</div><div>In stock</div><div>Ships at once</div>';
    expect(richOf(below)).toEqual({ extensions: ['In stock', 'Ships at once'] });
  });

  test('have at most 160 characters', () => {
    expect(richOf(`<div>${'x'.repeat(160)}</div><div>${'y'.repeat(161)}</div>`)).toEqual({
      extensions: ['x'.repeat(160)],
    });
  });

  test('end at links to other pages', () => {
    const links = '<div><a href="https://tea.example/a">Green</a> - <a href="https://tea.example/b">Black</a></div>';
    expect(richOf(`<div>In stock</div>${links}<div>Sold out</div>`)).toEqual({ extensions: ['In stock'] });
  });

  test('end at the title of another page, which may be a heading', () => {
    const other = '<div><h3><a href="https://tea.example/a">Green</a></h3><p>Teas without fermentation</p></div>';
    expect(richOf(`<div>In stock</div>${other}`)).toEqual({ extensions: ['In stock'] });
  });

  test('may contain a link', () => {
    const line = '<div>Sold by <a href="https://tea.example/a">Tea and Co</a></div>';
    expect(richOf(line)).toEqual({ extensions: ['Sold by Tea and Co'] });
  });

  test('exclude buttons, headings and addresses', () => {
    expect(richOf('<div role="button">Save</div><h3>Pots</h3><cite>tea.example</cite><div>In stock</div>')).toEqual({
      extensions: ['In stock'],
    });
  });

  test('exclude a note on words of the query that the page does not have, but not former prices', () => {
    expect(richOf('<div>Without: <s><b>pots</b></s></div><div>Now $5 <s>$8</s></div>')).toEqual({
      extensions: ['Now $5 $8'],
    });
  });
});

describe('a row with a menu of links above its excerpt', () => {
  const menu = '<ol role="menu"><li><a href="https://cache.example/pot">Copy</a></li></ol>';
  const rich = (excerpt: string) => {
    const row = `<div><a href="https://tea.example/pot"><h3>Tea pots</h3><cite>https://tea.example</cite></a>${menu}${excerpt}</div>`;
    const html = `<html><body><div id="search"><div id="rso">${row}</div></div></body></html>`;
    return parseAlphaSearch(html, { rich: true }).organic_results[0]!;
  };

  test('has the rating and the facts below the excerpt', () => {
    const { rating, reviews, price, extensions } = rich(
      '<div><span>All about the <em>pots</em> of tea and their shapes.</span></div><div>Rating: 4.8 · 77 reviews · $19.99</div><div>Colour: Red</div>',
    );
    expect({ rating, reviews, price }).toEqual({ rating: 4.8, reviews: 77, price: '$19.99' });
    expect(extensions).toEqual(['Rating: 4.8 · 77 reviews · $19.99', 'Colour: Red']);
  });

  test('has the author before the excerpt', () => {
    const { author, extensions, snippet } = rich(
      '<div><span>by P Reed · 2019 · Cited by 2 — </span><span>All about the pots of tea and their many shapes.</span></div>',
    );
    expect({ author, extensions, snippet }).toEqual({
      author: 'P Reed',
      extensions: undefined,
      snippet: 'All about the pots of tea and their many shapes.',
    });
  });
});

describe('the images of a row', () => {
  const big = 'width="120" height="90"';

  test.each<[string, string, Partial<RichRow>]>([
    ['a large image', `<img src="https://i.example/a.jpg" ${big}>`, { thumbnail: 'https://i.example/a.jpg' }],
    [
      'an image of 33 pixels',
      '<img src="https://i.example/a.jpg" width="33">',
      { thumbnail: 'https://i.example/a.jpg' },
    ],
    [
      'an image of 32 pixels as a favicon',
      '<img src="https://i.example/a.jpg" height="32">',
      { favicon: 'https://i.example/a.jpg' },
    ],
    [
      'an image that is small in one dimension',
      '<img src="https://i.example/a.jpg" width="16" height="90">',
      { thumbnail: 'https://i.example/a.jpg' },
    ],
    ['an image without a size', '<img src="https://i.example/a.jpg">', { thumbnail: 'https://i.example/a.jpg' }],
    [
      'an image with favicon in its address as a favicon',
      `<img src="https://i.example/favicon?x" ${big}>`,
      { favicon: 'https://i.example/favicon?x' },
    ],
    [
      'an image with favicon in its data',
      `<img src="data:image/png;base64,ODLS.favicon" ${big}>`,
      { thumbnail: 'data:image/png;base64,ODLS.favicon' },
    ],
    [
      'an image that a script loads',
      `<img data-src="https://i.example/a.jpg" ${big}>`,
      { thumbnail: 'https://i.example/a.jpg' },
    ],
    [
      'an image with a placeholder of one pixel',
      `<img src="data:image/gif;base64,R0lGODlhAQABAAAA" data-src="https://i.example/b.jpg" ${big}>`,
      { thumbnail: 'https://i.example/b.jpg' },
    ],
    ['no placeholder', `<img src="data:image/gif;base64,R0lGODlhAQABAAAA" ${big}>`, {}],
    [
      'an image with a scheme-relative address',
      `<img src="//i.example/a.jpg" ${big}>`,
      { thumbnail: 'https://i.example/a.jpg' },
    ],
    ['no hidden image', `<img src="https://i.example/a.jpg" style="display:none" ${big}>`, {}],
    ['no video', '<video src="https://i.example/a.jpg"></video>', {}],
    [
      'the first image and the first favicon',
      `<img src="https://i.example/i.ico" width="16"><img src="https://i.example/a.jpg" ${big}><img src="https://i.example/b.jpg" ${big}><img src="https://i.example/j.ico" width="16">`,
      { thumbnail: 'https://i.example/a.jpg', favicon: 'https://i.example/i.ico' },
    ],
  ])('read %s', (_, html, expected) => {
    expect(richOf(`<div>${html}</div>`)).toEqual(expected);
  });

  test.each<[string, string, Partial<RichRow>]>([
    ['is a favicon if it has no alt text', '', { favicon: 'https://i.example/a.jpg' }],
    ['is a favicon if its alt text says so', 'alt="Global web icon"', { favicon: 'https://i.example/a.jpg' }],
    ['is a thumbnail if it has a descriptive alt text', 'alt="A pot of tea"', { thumbnail: 'https://i.example/a.jpg' }],
    ['is a thumbnail if it is large', big, { thumbnail: 'https://i.example/a.jpg' }],
  ])('an image in the link of the title %s', (_, attributes, expected) => {
    expect(richOf('', `<img src="https://i.example/a.jpg" ${attributes}>`)).toEqual(expected);
  });
});
