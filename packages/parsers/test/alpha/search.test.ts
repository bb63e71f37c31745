import { describe, expect, it, test } from 'vitest';
import { type OrganicResult, type ParseOptions, parseAlphaSearch } from '../../src/index.js';
import { layouts, mate, pageOf, type RowText, tea } from '../support/alpha-rows.js';

const desktop = layouts['desktop since 2023']!;

function read(html: string, options?: ParseOptions): OrganicResult[] {
  return parseAlphaSearch(html, options).organic_results;
}

function titlesOf(main: string): string[] {
  return read(desktop.page(main)).map(({ title }) => title);
}

function rowOf(text: Partial<RowText>): OrganicResult {
  return read(pageOf(desktop, [{ ...tea, ...text }]))[0]!;
}

describe.each(Object.entries(layouts))('%s', (_name, layout) => {
  const rows = read(pageOf(layout, [tea, mate]), { dates: true });
  const lacks = new Set(layout.lacks);

  it('reads every field of a row', () => {
    expect(rows[0]).toEqual({
      position: 1,
      title: 'Tea for two',
      link: 'https://www.tea.example/green/two',
      domain: 'www.tea.example',
      source: lacks.has('source') ? 'tea.example' : 'Tea & Co',
      displayed_link: 'https://www.tea.example › green',
      snippet: 'How to brew tea for two, with a green leaf & tea cups.',
      snippet_matched: lacks.has('marks') ? [] : ['tea', 'green'],
      date: 'Jul 16, 2025',
    });
  });

  it('reads a second row without a date and matched words', () => {
    expect(rows.slice(1)).toEqual([
      {
        position: 2,
        title: 'Mate',
        link: 'http://mate.example/',
        domain: 'mate.example',
        source: 'mate.example',
        displayed_link: 'mate.example',
        snippet: 'A drink from the south, that is shared by all who sit around.',
        snippet_matched: [],
      },
    ]);
  });
});

describe('links that are not ordinary rows', () => {
  const row = desktop.row(tea);
  const other = desktop.row(mate);
  const blocks: [name: string, block: string][] = [
    ['an ad', `<div id="tads"><div>${row}</div></div>`],
    ['an ad inside the list', `<div id="bottomads"><div id="tadsb">${row}</div></div>`],
    ['an ad with an attribute', `<div data-text-ad="1">${row}</div>`],
    ['a question', `<div><div data-q="How?"><div role="button">How?</div><div>${row}</div></div></div>`],
    ['a source of an overview', `<div data-mcp="3"><div>${row}</div></div>`],
    ['a topic', `<div data-attrid="lab/content/Uses">${row}</div>`],
    ['a news card', `<div data-news-cluster-id="1">${row}</div>`],
    ['a card of a carousel', `<g-scrolling-carousel><g-inner-card>${row}</g-inner-card></g-scrolling-carousel>`],
    ['a panel', `<div id="rhs">${row}</div>`],
    ['a profile of a social network', `<g-link>${row}</g-link>`],
    ['a hidden row', `<div style="display:none">${row}</div>`],
    [
      'a text fragment link below the passage that it quotes',
      `<div><div>${tea.excerpt} ${tea.excerpt}</div><div><a href="https://www.tea.example/#:~:text=two"><h3>Tea for two</h3><div><cite>https://www.tea.example</cite></div></a></div></div>`,
    ],
    ['a search link', desktop.row({ ...tea, link: '/search?q=green+tea' })],
    [
      'a card with a name instead of an address',
      '<div><a href="https://tea.example"><h3>Tea</h3><div>Tea news</div><div>2 hours ago</div></a></div>',
    ],
    [
      'an answer above its source',
      `<div><h2>Featured</h2><div><div>${'An answer taken from the page below it. '.repeat(3)}</div>${row}</div></div>`,
    ],
    [
      'a pack of videos',
      `<div><div role="heading" aria-level="2">Videos</div>${[1, 2, 3]
        .map(
          (n) =>
            `<div><a href="https://video.example/${n}"><div role="heading" aria-level="3"><span>Video ${n}</span><div><cite>Video</cite></div></div></a></div>`,
        )
        .join('')}</div>`,
    ],
    [
      'a card with a date',
      '<div><a href="https://forum.example/1"><div role="heading" aria-level="3">Tea or mate?</div><div><cite>forum.example</cite></div><div>· Jan 16, 2023</div></a><div>Mate, for those who sit around it.</div></div>',
    ],
    [
      'a card with all its content in its link',
      '<div><a href="https://recipe.example/1"><h3>Iced tea</h3><div><cite>Recipes</cite></div><div>4.7 (31)</div><div>Tea, ice</div></a></div>',
    ],
    [
      'sitelinks',
      '<table><tr><td><h3><a href="https://mate.example/cup">Cup</a></h3><div>For mate, of wood or of a gourd.</div></td><td><h3><a href="https://mate.example/straw">Straw</a></h3><div>Of metal</div></td></tr></table>',
    ],
  ];

  test.each(blocks)('drops %s', (_name, block) => {
    expect(titlesOf(`${other}<div>${block}</div>`)).toEqual(['Mate']);
  });

  it('are reported with the reason', () => {
    const page = desktop.page(`${other}<div id="tads">${row}</div><div data-q="How?">${row}</div>`);
    const { diagnostics } = parseAlphaSearch(page, { diagnostics: true });
    expect(diagnostics?.dropped.map(({ reason }) => reason)).toEqual(['ad', 'question']);
  });
});

describe('rows in unusual places', () => {
  test.each([
    [
      'in a tab panel that a script shows',
      (row: string) => `<div role="tabpanel" style="visibility:hidden;opacity:0">${row}</div>`,
    ],
    ['indented below another row', (row: string) => `${desktop.row(mate)}<ul><li><div>${row}</div></li></ul>`],
    ['below a hidden section heading', (row: string) => `<div><h2>Web results</h2>${row}</div>`],
  ])('keeps a row %s', (_name, place) => {
    expect(titlesOf(place(desktop.row(tea)))).toContain('Tea for two');
  });

  it('keeps rows that link to the same target', () => {
    expect(titlesOf(desktop.row(tea).repeat(2))).toEqual(['Tea for two', 'Tea for two']);
  });

  it('keeps rows that link to a host of the engine', () => {
    expect(titlesOf(desktop.row({ ...mate, link: 'https://www.google.com/' }))).toEqual(['Mate']);
  });

  it('numbers the remaining rows without gaps', () => {
    const rows = read(desktop.page(`<div id="tads">${desktop.row(tea)}</div>${desktop.row(tea)}${desktop.row(mate)}`));
    expect(rows.map(({ position }) => position)).toEqual([1, 2]);
  });
});

describe('fields', () => {
  it('reads a comment count as the displayed link', () => {
    expect(rowOf({ source: 'Forum · r/tea', address: '40+ comments · 2 years ago' })).toMatchObject({
      source: 'Forum · r/tea',
      displayed_link: '40+ comments · 2 years ago',
    });
  });

  it('reads a site name in place of the host', () => {
    const layout = layouts['phone 2019']!;
    const rows = read(
      pageOf(layout, [
        { ...tea, address: 'Tea › green' },
        { ...mate, address: 'Mate' },
      ]),
    );
    expect(rows.map((row) => row.displayed_link)).toEqual(['Tea › green', 'Mate']);
  });

  it('reads the title of a video from the first line of its heading', () => {
    const video = `<div><a href="https://video.example/1"><div role="heading" aria-level="3"><span>Tea, poured</span>
      <div><cite>Video</cite><span> · Pourer</span></div><div>1:03</div></div></a><div>A pot is <b>poured</b> into cups, from high above, in slow motion.</div></div>`;
    expect(read(desktop.page(video))[0]).toMatchObject({
      title: 'Tea, poured',
      displayed_link: 'Video',
      snippet_matched: ['poured'],
    });
  });

  it('reads the title without the badge in its heading', () => {
    const row =
      '<div><h3><span>[PDF]</span><a href="https://tea.example/a.pdf">Tea in numbers</a></h3><div><cite>tea.example/a.pdf</cite></div></div>';
    expect(read(desktop.page(row))[0]).toMatchObject({ title: 'Tea in numbers', displayed_link: 'tea.example/a.pdf' });
  });

  it('reads only the date from a line of site, channel and date', () => {
    const excerpt = `${tea.excerpt}<div><span>Video</span> · <span>A channel</span> · <span>Jun 30, 2021</span></div>`;
    const html = pageOf(desktop, [{ ...tea, date: undefined, excerpt }]);
    expect(read(html, { dates: true })[0]).toMatchObject({
      date: 'Jun 30, 2021',
      snippet: expect.stringMatching(/cups\.$/),
    });
  });

  it('keeps a date that is part of a sentence', () => {
    expect(rowOf({ date: undefined, excerpt: '01.09.2018 - was a fine day for tea.' }).snippet).toBe(
      '01.09.2018 - was a fine day for tea.',
    );
  });

  it('keeps text that is not a date in the place of the date', () => {
    expect(rowOf({ date: 'Documentary films' }).snippet).toMatch(/^Documentary films — How to brew/);
  });

  it('removes authors, year and citations from a scholarly excerpt', () => {
    const html = pageOf(desktop, [{ ...tea, date: 'by P Liu · 2023 · Cited by 2' }]);
    expect(read(html, { dates: true })[0]).toMatchObject({
      date: '2023',
      snippet: expect.stringMatching(/^How to brew/),
    });
  });

  it('omits the date without the option `dates`', () => {
    expect(rowOf({})).not.toHaveProperty('date');
  });

  it('ends the excerpt before the "Read more" link', () => {
    const excerpt = `${tea.excerpt}<a href="${tea.link}#:~:text=tea"><span>Read more</span></a>`;
    expect(rowOf({ excerpt }).snippet).toBe('How to brew tea for two, with a green leaf & tea cups.');
  });

  it.each([
    ['before the excerpt', `Jump to <a href="${tea.link}#pots">Pots</a> - `, 'Jump to Pots - '],
    ['at the start of the excerpt', `<a href="${tea.link}#pots">Aller à Pots</a> · `, 'Aller à Pots · '],
  ])('keeps a link to a fragment of the target %s', (_, prefix, shown) => {
    const excerpt = `${prefix}${tea.excerpt}`;
    expect(rowOf({ date: undefined, excerpt }).snippet).toBe(
      `${shown}How to brew tea for two, with a green leaf & tea cups.`,
    );
  });

  it('reads an excerpt that links to the target', () => {
    const excerpt = `<a href="${tea.link}">${tea.excerpt}</a>`;
    expect(rowOf({ excerpt }).snippet).toBe('How to brew tea for two, with a green leaf & tea cups.');
  });

  it('does not read a top answer as the excerpt, even if it is longer', () => {
    const answers = `<div><a href="${tea.link}">14 answers</a><span> · </span><span>Top answer: </span><span>${mate.excerpt.repeat(4)}</span></div>`;
    expect(rowOf({ excerpt: `${tea.excerpt}${answers}` }).snippet).toBe(
      'How to brew tea for two, with a green leaf & tea cups.',
    );
  });

  test.each([
    ['facts', '<div><span>Leaf: </span><span>green, from the first harvest of the year</span></div>'],
    [
      'a table',
      '<table><tr><td>A pot that holds two cups of tea and a bit more</td></tr><tr><td>A cup</td></tr></table>',
    ],
    ['names of offers', ['Green tea', 'Black tea', 'White tea'].map((name) => `<div>${name}</div>`).join('')],
    [
      'names with a wrapper around one of them',
      '<div>Green tea</div><div><div>Black tea</div></div><div>White tea</div>',
    ],
    [
      'links',
      '<div><a href="https://tea.example/a">Green tea, black tea and white tea from all over the world</a></div>',
    ],
  ])('does not read %s as the excerpt', (_name, markup) => {
    const row = `<div><div><a href="${tea.link}"><h3>Tea</h3><div><cite>tea.example</cite></div></a></div><div>${markup}</div></div>`;
    expect(read(desktop.page(row))[0]).toMatchObject({ snippet: '', snippet_matched: [] });
  });

  it('keeps the excerpt of a row with an accordion', () => {
    const accordion =
      '<div><g-accordion-expander>Is green tea older than black tea, and which one of the two has more of it?</g-accordion-expander></div>';
    expect(rowOf({ excerpt: `${tea.excerpt}${accordion}` }).snippet).toBe(
      'How to brew tea for two, with a green leaf & tea cups.',
    );
  });
});

describe('diagnostics', () => {
  it('name the source of each field', () => {
    const { diagnostics } = parseAlphaSearch(pageOf(desktop, [tea]), { diagnostics: true });
    expect(diagnostics).toMatchObject({ state: 'results', layout: 'headed', query: 'tea', candidates: 1 });
    expect(
      diagnostics?.fields.filter(({ row }) => row === 1).map(({ field, reader }) => `${field}: ${reader}`),
    ).toEqual([
      'title: heading',
      'link: target',
      'source: above address',
      'displayed_link: cite',
      'snippet: weightiest line',
      'snippet_matched: weightiest line',
    ]);
  });
});

describe('an opaque redirect', () => {
  const link = 'https://www.google.com/goto?url=CAESWQHrOzAV';

  it('is kept, has the displayed site as its domain and is reported in the diagnostics', () => {
    const { organic_results, diagnostics } = parseAlphaSearch(pageOf(desktop, [{ ...tea, link }]), {
      diagnostics: true,
    });
    expect(organic_results[0]).toMatchObject({ link, domain: 'www.tea.example', source: 'Tea & Co' });
    expect(diagnostics?.fields).toContainEqual(
      expect.objectContaining({ row: 1, field: 'link', reader: 'opaque redirect' }),
    );
  });

  it('has its own host as its domain if a count replaces the address', () => {
    expect(rowOf({ link, address: '50+ comments · 2 years ago' })).toMatchObject({ link, domain: 'www.google.com' });
  });
});
