import { describe, expect, test } from 'vitest';
import { parseAlphaNews, parseAlphaSearch, parseBetaSearch, parseGammaSearch } from '../src/index.js';

/** The contents of a row. */
interface Parts {
  readonly number: number;
  readonly href: string;
  readonly name: string;
  readonly address: string;
  readonly title: string;
  readonly text: string;
}

const partsOf = (number: number): Parts => ({
  number,
  href: `https://site${number}.example/a`,
  name: `Site ${number}`,
  address: `site${number}.example › a`,
  title: `Title of row ${number}`,
  text: `The excerpt of row ${number} is long enough to be told from names and buttons.`,
});

interface Engine {
  readonly read: (page: string) => { organic_results: readonly object[] };
  /** Host of the engine. */
  readonly host: string;
  readonly row: (parts: Parts) => string;
  /** The same row with the snippet above the title. */
  readonly raised: (parts: Parts) => string;
  /** The page around lists of rows. */
  readonly page: (...lists: readonly string[]) => string;
  /** The visible fields of a row. */
  readonly shown: (parts: Parts) => object;
}

const box = (name: string) => `<form action="/search"><input name="q" value="tea"></form><title>tea - ${name}</title>`;
const webRow = ({ title, name, address, text }: Parts) => ({
  title,
  source: name,
  displayed_link: address,
  snippet: text,
});

const engines: Readonly<Record<string, Engine>> = {
  'alpha.search': {
    read: (page) => parseAlphaSearch(page),
    host: 'www.google.com',
    row: ({ href, name, address, title, text }) =>
      `<div><a href="${href}"><h3>${title}</h3><div>${name}</div><cite>${address}</cite></a><div>${text}</div></div>`,
    raised: ({ href, name, address, title, text }) =>
      `<div><div>${text}</div><a href="${href}"><h3>${title}</h3><div>${name}</div><cite>${address}</cite></a></div>`,
    page: (...lists) =>
      `${box('Google Search')}<div id="search">${lists.map((list, at) => `<div${at === 0 ? ' id="rso"' : ''}>${list}</div>`).join('<p>Tip</p>')}</div>`,
    shown: webRow,
  },
  'alpha.news': {
    read: (page) => parseAlphaNews(page),
    host: 'www.google.com',
    row: ({ href, name, title, text }) =>
      `<div><a href="${href}"><div>${name}</div><div role="heading" aria-level="3">${title}</div><div>${text}</div><div>2 hours ago</div></a></div>`,
    raised: ({ href, name, title, text }) =>
      `<div><a href="${href}"><div>${name}</div><div>${text}</div><div role="heading" aria-level="3">${title}</div><div>2 hours ago</div></a></div>`,
    page: (...lists) =>
      `${box('Google Search')}<div id="search">${lists.map((list, at) => `<div${at === 0 ? ' id="rso"' : ''}>${list}</div>`).join('<p>Tip</p>')}</div><a href="/search?q=tea&tbm=nws&start=10">2</a>`,
    shown: ({ title, name, text }) => ({ title, source: name, snippet: text, date: '2 hours ago' }),
  },
  'beta.search': {
    read: (page) => parseBetaSearch(page),
    host: 'www.bing.com',
    row: ({ href, name, address, title, text }) =>
      `<li><div><div>${name}</div><cite>${address}</cite></div><h2><a href="${href}">${title}</a></h2><p>${text}</p></li>`,
    raised: ({ href, name, address, title, text }) =>
      `<li><div><div>${name}</div><cite>${address}</cite></div><p>${text}</p><h2><a href="${href}">${title}</a></h2></li>`,
    page: (...lists) =>
      `${box('Search')}<div id="b_content">${lists.map((list, at) => `<ol${at === 0 ? ' id="b_results"' : ''}>${list}</ol>`).join('<p>Tip</p>')}</div>`,
    shown: webRow,
  },
  'gamma.search': {
    read: (page) => parseGammaSearch(page),
    host: 'search.brave.com',
    row: ({ href, name, address, title, text }) =>
      `<div><a href="${href}"><div>${name}</div><cite>${address}</cite><div>${title}</div></a><div>${text}</div></div>`,
    raised: ({ href, name, address, title, text }) =>
      `<div><div>${text}</div><a href="${href}"><div>${name}</div><cite>${address}</cite><div>${title}</div></a></div>`,
    page: (...lists) =>
      `${box('Brave Search')}<main>${lists.map((list, at) => `<div${at === 0 ? ' id="results"' : ''}>${list}</div>`).join('<p>Tip</p>')}</main>`,
    shown: webRow,
  },
};

const withoutHeadings = (markup: string): string =>
  markup.replace(/<(\/?)h\d>/g, '<$1p>').replace(' role="heading" aria-level="3"', '');

const numbers = [1, 2, 3, 4, 5];
const each = (row: (parts: Parts) => string, some: readonly number[] = numbers): string =>
  some.map((number) => row(partsOf(number))).join('');

/** Style sheets that hide elements of the class `copy`. */
const hidingSheets = [
  '.copy{display:none}',
  '.copy{DISPLAY:NONE}',
  '.copy{/* for printers */display:none}',
  '@supports (display:grid){.copy{display:none}}',
  '.copy{clip-path:inset(50%)}',
  '.copy{clip-path:inset(0 100% 0 0)}',
  '.copy{clip-path:circle(0)}',
  '.copy{clip-path:polygon(0 0,0 0,0 0)}',
  '.copy{display:inline-block;width:0;height:0;overflow:hidden}',
  '.copy{display:inline-block;max-width:0;overflow:clip;white-space:nowrap}',
  '.copy{display:block;height:0;overflow:hidden}',
  '.copy{display:inline-block;transform:scale(0)}',
  '.copy{position:absolute;scale:0}',
  '.copy{display:inline-block;width:1px;height:1px;overflow:hidden}',
  '.copy{position:absolute;color:transparent}',
  ':is(.x,.copy){display:none}',
  ':where(.copy){display:none}',
  '.copy:not(.shown){display:none}',
  'body .copy{display:none}',
  'body span[class^="co"]{display:none}',
  'body{& .copy{display:none}}',
  ':root{--copies:none}.copy{display:var(--copies)}',
  '.copy{display:var(--copies, none)}',
  '.\\63 opy{display:none}',
  '.copy:last-child{display:none}',
  '@container (min-width:300px){.copy{display:none}}',
];

describe.each(Object.entries(engines))('%s', (name, { read, host, row, raised, page, shown }) => {
  const isNews = name === 'alpha.news';
  const expected = numbers.map((number) =>
    expect.objectContaining({ ...shown(partsOf(number)), link: partsOf(number).href }),
  );
  const changed = (change: (markup: string, parts: Parts) => string): string =>
    page(each((parts) => change(row(parts), parts)));

  test.each<[string, string]>([
    ['rows in the usual markup', page(each(row))],
    ['snippets above titles', page(each(raised))],
    ['elements of unknown names', changed((markup) => markup.replace(/<(\/?)(div|cite|p)(?=[ >])/g, '<$1x-$2'))],
    ['the list in two parts', page(each(row, [1, 2, 3]), each(row, [4, 5]))],
    ['links that scripts follow', changed((markup) => markup.replace('<a href', '<a role="link" data-href'))],
    [
      'buttons instead of links',
      changed((markup) => markup.replace('<a href', '<button data-href').replace('</a>', '</button>')),
    ],
    [
      'redirects by the engine',
      changed((markup, { href }) => markup.replace(href, `https://${host}/link?to=${encodeURIComponent(href)}&x=1`)),
    ],
    [
      'redirects with an address in base64',
      changed((markup, { href }) => markup.replace(href, `/r?u=${btoa(href)}&x=1`)),
    ],
    [
      'redirects with an address in their path',
      changed((markup, { href }) => markup.replace(href, `/go/${encodeURIComponent(href)}`)),
    ],
    [
      'redirects with an address and the version of its encoding',
      changed((markup, { href }) => markup.replace(href, `/r?u=b2${btoa(href)}&x=1`)),
    ],
    [
      'titles with copies for narrow screens',
      `<style>@media (max-width:640px){.wide{display:none}}@media (min-width:641px){.narrow{display:none}}</style>${changed(
        (markup, { title }) =>
          markup.replace(title, `<span class="narrow">Title</span><span class="wide">${title}</span>`),
      )}`,
    ],
    [
      'words of titles in boxes side by side',
      changed((markup, { title }) =>
        markup.replace(title, title.replace(/\S+/g, '<div style="display:inline-block">$&</div>')),
      ),
    ],
    [
      'texts in titles that are invisible in their place',
      changed((markup, { title }) =>
        markup.replace(title, `$&<span style="visibility:hidden">, a page of a site</span>`),
      ),
    ],
    [
      'titles in buttons inside links, without headings',
      changed((markup, { title }) => withoutHeadings(markup).replace(title, '<button>$&</button>')),
    ],
    [
      'titles with the role of a button inside links, without headings',
      changed((markup, { title }) =>
        withoutHeadings(markup).replace(title, '<span role="button" tabindex="0">$&</span>'),
      ),
    ],
    ['controls inside links', changed((markup, { title }) => markup.replace(title, '$&<button>Save</button>'))],
    [
      'letters in boxes in place of icons',
      changed((markup, { name, number }) => markup.replace(name, `<span>${'SABCD'[number - 1]}</span><span>$&</span>`)),
    ],
    [
      'letters in boxes in place of icons at the start of rows',
      changed((markup, { number }) => markup.replace(/<(?:div|li)>/, `$&<div><i>${'SABCD'[number - 1]}</i></div>`)),
    ],
    [
      'pictures in place of icons',
      changed((markup, { name }) => markup.replace(name, '<span>\u{1f310}</span><span>$&</span>')),
    ],
    [
      'larger first letters of names and titles',
      changed((markup) => markup.replace(/(?<=>)([ST])((?:ite|itle of row) \d)/g, '<span>$1</span><span>$2</span>')),
    ],
    ['rows with the role of a note', changed((markup) => markup.replace(/^<(?:div|li)/, '$& role="note"'))],
    ['numbers before rows', changed((markup, { number }) => markup.replace(/<(?:div|li)>/, `$&<div>${number}.</div>`))],
    [
      'icon names in titles',
      changed((markup, { number, title }) =>
        markup.replace(
          title,
          `$&<i aria-hidden="true">${['open_in_new', 'star', 'search', 'more_vert', 'bookmark'][number - 1]}</i>`,
        ),
      ),
    ],
    [
      'every word in an unknown element',
      changed((markup, { text, title }) =>
        [text, title].reduce((all, words) => all.replace(words, words.replace(/\S+ ?/g, '<x-w>$&</x-w>')), markup),
      ),
    ],
    [
      'copies of rows for narrow screens',
      `<style>.narrow{display:none}@media (max-width:600px){.narrow{display:block}.wide{display:none}}</style>${changed(
        (markup) =>
          markup.replace(/^<(?:div|li)/, '$& class="wide"') + markup.replace(/^<(?:div|li)/, '$& class="narrow"'),
      )}`,
    ],
    [
      'boxes that are spans displayed as blocks by a rule',
      `<style>.box{display:block}</style>${changed((markup) =>
        markup.replace(/<div/g, '<span class="box"').replaceAll('</div>', '</span>'),
      )}`,
    ],
    [
      'boxes that are spans displayed as blocks by a rule of a large style sheet',
      `<style>${'.other{margin:0;padding:0}'.repeat(300)}.box{display:block}</style>${changed((markup) =>
        markup.replace(/<div/g, '<span class="box"').replaceAll('</div>', '</span>'),
      )}`,
    ],
    [
      'boxes that are unknown elements displayed as blocks by a rule',
      `<style>x-box{display:block}</style>${changed((markup) => markup.replace(/(<\/?)div/g, '$1x-box'))}`,
    ],
    ['soft hyphens in words', changed((markup) => markup.replace(/exc(?=erpt)|Ti(?=tle)|butt(?=ons)/g, '$&\u00ad'))],
    [
      'letters of titles hidden from screen readers, which read a label',
      changed((markup, { title }) =>
        markup.replace(
          title,
          `<span aria-label="${title}">${title.replace(/\S/g, '<span aria-hidden="true">$&</span>')}</span>`,
        ),
      ),
    ],
    [
      'lists of links for controls above rows',
      changed((markup) =>
        markup.replace(
          /<(?:div|li)>/,
          '$&<ul><li><a href="/save?id=1">Save</a></li><li><a href="/hide?id=1">Hide</a></li></ul>',
        ),
      ),
    ],
    [
      'the same words above every row',
      changed((markup) => markup.replace(/<(?:div|li)>/, '$&<div>Checked by our scanner</div>')),
    ],
    [
      'the same words with the number of the row above every row',
      changed((markup, { number }) => markup.replace(/<(?:div|li)>/, `$&<div>Result ${number} of 10</div>`)),
    ],
    [
      'words of snippets in buttons that explain them',
      changed((markup, { text }) =>
        markup.replace(text, text.replace('names and', '<dfn><button popovertarget="x">names</button></dfn> and')),
      ),
    ],
    [
      'snippets in buttons that unfold them',
      changed((markup, { text }) => markup.replace(text, `<button aria-expanded="false">${text}</button>`)),
    ],
    ...(isNews
      ? []
      : [
          [
            'snippets with links to the quoted parts of their pages',
            changed((markup, { text, href }) =>
              markup.replace(text, `$& <a href="${href}#:~:text=The%20excerpt">Read more</a>`),
            ),
          ] satisfies [string, string],
          [
            'snippets with links to quoted words in a sentence',
            changed((markup, { text, href }) =>
              markup.replace(text, text.replace('row', `<a href="${href}#:~:text=row">row</a>`)),
            ),
          ] satisfies [string, string],
          [
            'dates as texts beside addresses',
            changed((markup) => markup.replace(/<cite>.*<\/cite>/, '<div>$& · 3 May 2024</div>')),
          ] satisfies [string, string],
          [
            'dates as texts beside addresses below titles',
            changed((markup, { title, address }) =>
              markup
                .replace(`<cite>${address}</cite><div>${title}</div>`, `<div>${title}</div><cite>${address}</cite>`)
                .replace('</cite>', '$& · 3 May 2024'),
            ),
          ] satisfies [string, string],
          [
            'dates beside names',
            changed((markup, { name }) =>
              markup.replace(`>${name}<`, `><span>${name}</span><span> \u2022 </span><span>3 May 2024</span><`),
            ),
          ] satisfies [string, string],
        ]),
    ...(isNews || name === 'gamma.search'
      ? []
      : [
          [
            'names of sites above the same words with a number',
            changed((markup, { name, number }) =>
              markup.replace(`<div>${name}</div>`, `$&<div>${number}.2K followers</div>`),
            ),
          ] satisfies [string, string],
        ]),
    [
      'pictures with captions',
      changed((markup, { href }) =>
        markup.replace(/<\/(?:div|li)>$/, `<figure><figcaption>Picture: ${new URL(href).host}</figcaption></figure>$&`),
      ),
    ],
    [
      'pages of the same site in headings of a lower level below rows',
      changed((markup, { href }) =>
        markup.replace(
          /<\/(?:div|li)>$/,
          `<ul>${['b', 'c'].map((path) => `<li><h4><a href="${new URL(path, href)}">Page ${path}</a></h4></li>`).join('')}</ul>$&`,
        ),
      ),
    ],
    [
      'names as linked headings of a lower level',
      page(
        each(({ href, name, address, title, text }) => {
          const address1 = isNews ? '' : `<cite>${address}</cite>`;
          const date = isNews ? '<div>2 hours ago</div>' : '';
          const inside = `<h4><a href="${new URL('/', href)}">${name}</a></h4>${address1}<h3><a href="${href}">${title}</a></h3><div>${text}</div>${date}`;
          return row(partsOf(1)).startsWith('<li') ? `<li>${inside}</li>` : `<div>${inside}</div>`;
        }),
      ),
    ],
    [
      'menus in closed disclosures',
      changed((markup) =>
        markup.replace(
          /<\/(?:div|li)>$/,
          '<details><summary>\u22ee</summary><ul><li>Save</li><li>Say what is wrong with this result</li></ul></details>$&',
        ),
      ),
    ],
  ])('reads %s', (_, html) => {
    expect(read(`<html>${html}</html>`).organic_results).toEqual(expected);
  });

  test.runIf(!isNews).each(['›', '»', '>', '/'])('reads addresses with %s between their steps', (mark) => {
    const shownAs = ({ number, address }: Parts): string =>
      number === 1 ? 'site1.example' : address.replace('›', mark); // one without a step
    const rows = changed((markup, parts) => markup.replace(parts.address, shownAs(parts)));
    const links = numbers.map((number) => ({ displayed_link: shownAs(partsOf(number)) }));
    expect(read(`<html>${rows}</html>`).organic_results).toMatchObject(links);
  });

  test.each(['<body style="display:none">', '<body><div hidden>', '<body><div style="opacity:0">'])(
    'reads a page that a script shows once it has loaded: %s',
    (start) => {
      const many = Array.from({ length: 12 }, (_, index) => index + 1);
      expect(read(`<html>${start}${page(each(row, many))}</html>`).organic_results).toHaveLength(many.length);
    },
  );

  // In Bing's cards, only the first paragraph is the snippet.
  test.runIf(name !== 'beta.search')('reads snippets with a paragraph for each sentence', () => {
    const first = 'A short sentence.';
    const rows = changed((markup) =>
      markup.replace(/<(div|p)>(The excerpt[^<]*)<\/\1>/, `<div><p>${first}</p><p>$2</p></div>`),
    );
    const snippets = numbers.map((number) => ({ snippet: `${first} ${partsOf(number).text}` }));
    expect(read(`<html>${rows}</html>`).organic_results).toMatchObject(snippets);
  });

  test.each(['<div class="copy">', '<div style="content-visibility:hidden">'])(
    'leaves out a whole list in %s',
    (hidden) => {
      const many = Array.from({ length: 12 }, (_, index) => index + 1);
      const copies = each((parts) => row({ ...parts, href: `${parts.href}/copy` }), many);
      const css = '<style>@media screen{.copy{display:none}}</style>';
      const rows = read(`<html>${css}${page(`${each(row, many)}${hidden}${copies}</div>`)}</html>`).organic_results;
      expect(rows).toEqual(many.map((number) => expect.objectContaining({ link: partsOf(number).href })));
    },
  );

  test('reads snippets that begin with a link to a search', () => {
    const linked = (text: string) => text.replace('The', '<a href="/search?q=the">$&</a>');
    const rows = each((parts) => row(parts).replace(parts.text, linked(parts.text)));
    expect(read(`<html>${page(rows)}</html>`).organic_results).toEqual(expected);
  });

  test('reads snippets below pictures whose captions repeat the titles', () => {
    const long = ({ title, ...parts }: Parts): Parts => ({ ...parts, title: `${title}: all that is known about it` });
    const rows = each((parts) =>
      row(long(parts)).replace(/<(?:div|li)>/, `$&<figure><figcaption>${long(parts).title}</figcaption></figure>`),
    );
    const titled = numbers.map((number) => expect.objectContaining(shown(long(partsOf(number)))));
    expect(read(`<html>${page(rows)}</html>`).organic_results).toEqual(titled);
  });

  test.each(['aria-hidden="true"', 'inert'])('reads excerpts with %s, which a person sees', (attribute) => {
    const rows = changed((markup) => markup.replace(/<(div|p)(?=>The excerpt)/, `$& ${attribute}`));
    expect(read(`<html>${rows}</html>`).organic_results).toEqual(expected);
  });

  test.each<[string, (markup: string, parts: Parts) => string]>([
    ['rows', (markup) => markup.replace(/^<(?:div|li)/, '$& aria-hidden="true"')],
    [
      'boxes inside rows',
      (markup) => markup.replace(/^(<(div|li)>)(.*)(<\/\2>)$/, '$1<x-r aria-hidden="true">$3</x-r>$4'),
    ],
    ['inert rows', (markup) => markup.replace(/^<(?:div|li)/, '$& inert')],
    ['titles', (markup) => markup.replace(/<(?:h\d|div)[^>]*(?=>(?:<a[^>]*>)?Title)/, '$& aria-hidden="true"')],
  ])('reads %s that screen readers skip', (_, change) => {
    expect(read(`<html>${changed(change)}</html>`).organic_results).toEqual(expected);
  });

  // Brave's titles are no headings.
  const dated: [string, string, string][] =
    name === 'gamma.search'
      ? []
      : [
          ['leaves out dates in', '_ <span>Jan 1#, 2026</span>', '_'],
          ['leaves out times in', '_<time>1# days ago</time>', '_'],
          ['leaves out French dates in', '_<span>il y a 1# jours</span>', '_'],
          ['leaves out Japanese dates in', '_<small>2026年1月1#日</small>', '_'],
          ['leaves out nested dates in', '_<span> <x-d>Jan 1#, 2026</x-d></span>', '_'],
          ['leaves out boxes of dates in', '_<div>Jan 1#, 2026</div>', '_'],
          ['leaves out dates before', '<span>Jan 1#, 2026</span>_', '_'],
          ['leaves out times before', '<time>1# days ago</time> _', '_'],
          ['keeps the year of a search before', '<span>2026</span> _', '2026 _'],
          ['keeps text in', '_ Jan 1#, 2026', '_ Jan 1#, 2026'],
          ['keeps highlighted dates in', '_ <b>Jan 1#, 2026</b>', '_ Jan 1#, 2026'],
          ['keeps the date of a search in', '_ <span>Jan 1, 2026</span>', '_ Jan 1, 2026'],
          ['keeps words in', '_ <span>of day #</span>', '_ of day #'],
        ];
  test.each(dated)('%s titles: %s', (_, written, kept) => {
    const added = (text: string, { title, number }: Parts): string =>
      text.replace('_', title).replace('#', `${number}`);
    const rows = changed((markup, parts) => markup.replace(parts.title, added(written, parts)));
    const titles = read(`<html>${rows}</html>`).organic_results.map((row) => (row as Parts).title);
    expect(titles).toEqual(numbers.map((number) => added(kept, partsOf(number))));
  });

  test('leaves out copies of rows that screen readers skip', () => {
    const copy = (markup: string) => markup.replace(/^<(?:div|li)/, '$& aria-hidden="true"').replace('Title', 'Copy');
    expect(read(`<html>${changed((markup) => markup + copy(markup))}</html>`).organic_results).toEqual(expected);
  });

  test.each(hidingSheets)('leaves out copies of titles and excerpts that are hidden by %s', (css) => {
    const copied = changed((markup, { title, text, number }) =>
      [title, text].reduce(
        (all, words) => all.replace(words, `$&<span class="copy"> ${words}, copy ${number}</span>`),
        markup,
      ),
    );
    const { organic_results } = read(`<html><style>${css}</style>${copied}</html>`);
    expect(organic_results).toEqual(expected);
    expect(JSON.stringify(organic_results)).not.toContain('copy');
  });
});

const parsers = { 'alpha.search': parseAlphaSearch, 'beta.search': parseBetaSearch, 'gamma.search': parseGammaSearch };

describe.each(Object.entries(parsers))('%s', (name, parse) => {
  const { read, page, row, shown } = engines[name]!;
  const expected = numbers.map((number) => expect.objectContaining(shown(partsOf(number))));

  test('reads rows with the same label beside every address', () => {
    const rows = each((parts) => row(parts).replace('</cite>', '$& <span>Verified</span>'));
    expect(read(page(rows)).organic_results).toEqual(expected);
  });

  test.each([
    ['before', '<ol><li>$1</li> <li>› $2</li></ol>'],
    ['after', '<ol><li>$1 › </li><li>$2</li></ol>'],
  ])('reads addresses whose steps are items of a list, with a separator %s', (_, list) => {
    const rows = each((parts) => row(parts).replace(/<cite>(.*?) › (.*?)<\/cite>/, list));
    expect(read(page(rows)).organic_results).toEqual(expected);
  });

  test.each<[string, (markup: string, date: string, parts: Parts) => string]>([
    ['beside addresses', (markup, date) => markup.replace('</cite>', `$&<span> · ${date}</span>`)],
    ['below addresses', (markup, date) => markup.replace('</cite>', `$&<div>${date}</div>`)],
    ['above excerpts', (markup, date) => markup.replace(/<(div|p)>(?=The excerpt)/, `<div>${date}</div>$&`)],
    ['at the end of excerpts', (markup, date, { text }) => markup.replace(text, `$& <span>${date}</span>`)],
    [
      'behind dots at the end of excerpts',
      (markup, date, { text }) => markup.replace(text, `$&<span> · </span><span>${date}</span>`),
    ],
    [
      'behind cut excerpts',
      (markup, date, { text }) => markup.replace(text, `${text.slice(0, -1)} ... <span>${date}</span>`),
    ],
  ])('reads dates %s', (where, change) => {
    const rows = page(each((parts) => change(row(parts), `Mar ${parts.number}, 2024`, parts)));
    const dated = numbers.map((number) => {
      const parts = partsOf(number);
      const cut = where.includes('cut') && { snippet: `${parts.text.slice(0, -1)} ...` };
      return expect.objectContaining({ ...shown(parts), ...cut, date: `Mar ${number}, 2024` });
    });
    expect(parse(rows, { dates: true }).organic_results).toEqual(dated);
  });

  test('reads rows whose parts are items of a grid', () => {
    const grid = ({ href, name, address, title, text }: Parts): string =>
      `<span>${name}</span><cite>${address}</cite><a href="${href}"><h3>${title}</h3></a><span>${text}</span>`;
    const rows = each((parts) => `<div style="display:grid">${grid(parts)}</div>`);
    expect(read(page(rows)).organic_results).toEqual(expected);
    const classed = each((parts) => `<div class="row">${grid(parts)}</div>`);
    expect(read(page(`<style>.row{display:grid}</style>${classed}`)).organic_results).toEqual(expected);
  });

  test('reads snippets below names of authors, with links to other sites', () => {
    const linked = (text: string) => text.replace('enough', '<a href="https://dictionary.example/enough">$&</a>');
    const rows = each((parts) =>
      row(parts).replace(
        /<(div|p)>(The excerpt.*?)<\/\1>/,
        (_, tag, text) => `<div>By John Smith</div><${tag}>${linked(text)}</${tag}>`,
      ),
    );
    expect(read(page(rows)).organic_results).toEqual(expected);
  });

  test('reads titles in buttons inside their links', () => {
    const rows = each((parts) => {
      const { title } = parts;
      const button = `<button type="button">${title}</button>`;
      return row(parts)
        .replace(/<div>(?=Title of)/, '<div role="heading" aria-level="3">')
        .replace(title, button);
    });
    expect(read(page(rows)).organic_results).toEqual(expected);
  });

  test('reads snippets whose lines are in boxes of their own', () => {
    const boxed = (text: string) =>
      text.replace(/(.{35}\S*) (.*)/, '<span class="l">$1</span><span class="l">$2</span>');
    const rows = each((parts) => row(parts).replace(parts.text, boxed(parts.text)));
    expect(read(page(`<style>.l{display:block}</style>${rows}`)).organic_results).toEqual(expected);
  });
});

const [search, news] = [engines['alpha.search']!, engines['alpha.news']!];

describe.each([search, news])('titles in two lines', ({ read, row, page, shown }) => {
  const half = (tag: string) => (_: string, first: string, second: string) =>
    `<${tag}>${first}</${tag.split(' ')[0]}><${tag}>${second}</${tag.split(' ')[0]}>`;

  test.each<[string, (markup: string) => string]>([
    ['boxes', (markup) => markup.replace(/(Title of) (row \d)/, half('div'))],
    ['spans that are blocks', (markup) => markup.replace(/(Title of) (row \d)/, half('span style="display:block"'))],
    ['a line break', (markup) => markup.replace(/Title of /, 'Title of<br>')],
  ])('are read as one if they are %s', (_, change) => {
    const expected = numbers.map((number) => expect.objectContaining(shown(partsOf(number))));
    expect(read(page(each((parts) => change(row(parts))))).organic_results).toEqual(expected);
  });
});

test('a title ends before another text in its heading', () => {
  const titled = (inside: string) => search.page(each((parts) => search.row(parts).replace('</h3>', `${inside}$&`)));
  const titles = (inside: string) => parseAlphaSearch(titled(inside)).organic_results.map(({ title }) => title);
  const expected = numbers.map((number) => partsOf(number).title);
  for (const other of ['site.example', 'Site › a', '2:31', 'May 3, 2024', '<span>Site</span><span> · </span>A channel'])
    expect(titles(`<br>${other}`)).toEqual(expected);
});

describe('names of sites', () => {
  const sources = (change: (markup: string) => string) =>
    parseAlphaSearch(search.page(each((parts) => change(search.row(parts))))).organic_results.map(
      ({ source }) => source,
    );
  const expected = numbers.map((number) => partsOf(number).name);

  test('are read below the address', () => {
    expect(sources((markup) => markup.replace(/(<div>Site \d<\/div>)(<cite>.*?<\/cite>)/, '$2$1'))).toEqual(expected);
  });

  test('are read in the line of the address, before a dot', () => {
    expect(
      sources((markup) => markup.replace(/<div>(Site \d)<\/div>(<cite>)/, '<span>$1</span><span> · </span>$2')),
    ).toEqual(expected);
  });
});

test('rows have neither headings nor addresses', () => {
  const row = ({ href, title, text }: Parts) => `<div><a href="${href}">${title}</a><div>${text}</div></div>`;
  const { organic_results } = parseAlphaSearch(search.page(each(row)));
  const expected = numbers.map((number) => {
    const { title, text } = partsOf(number);
    return expect.objectContaining({ title, displayed_link: '', source: `site${number}.example`, snippet: text });
  });
  expect(organic_results).toEqual(expected);
});
