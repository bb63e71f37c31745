import { describe, expect, test } from 'vitest';
import { type OrganicResult, parseGammaSearch } from '../../src/index.js';
import { type Parts, pageOf, partsOf, rowsOf } from '../support/gamma-rows.js';

type Layout = (parts: Parts) => string;

/** The rows of a list whose rows do not name their kind. */
function read(...layouts: Layout[]): OrganicResult[] {
  return rowsOf(layouts.map((layout, index) => `<div>${layout(partsOf(index + 1))}</div>`).join(''));
}

const expected = (number: number, changed: object = {}) => {
  const { href, name, title, text } = partsOf(number);
  const address = `site${number}.example › a`;
  return { link: href, source: name, displayed_link: address, title, snippet: text, ...changed };
};

const letters = (count: number): string => 'x'.repeat(count);
const linked = ({ href, title }: Parts): string => `<h3><a href="${href}">${title}</a></h3>`;
const head: Layout = ({ href, name, cite, title }) =>
  `<a href="${href}"><div>${name}</div>${cite}<div>${title}</div></a>`;
const withText: Layout = (parts) => `${head(parts)}<p>${parts.text}</p>`;
const over: Layout = ({ href }) => `<a href="${href}"></a>`;
const box = (inside: string): string => `<div>${inside}</div>`;

test('the excerpt is no note that rows of three sites share', () => {
  const note = 'You visited this page twice, for the last time in May.';
  const noted: Layout = (parts) => `${head(parts)}<p>${note}</p><p>${parts.text}</p>`;
  expect(read(noted, noted, noted)).toMatchObject([1, 2, 3].map((number) => expected(number)));
  expect(read(noted, noted)[0]?.snippet).toBe(note);
});

test('an address is read among names and titles in elements for addresses', () => {
  const cited = (text: string): string => `<cite>${text}</cite>`;
  const layout: Layout = (parts) => withText({ ...parts, name: cited(parts.name), title: cited(parts.title) });
  expect(read(layout, layout)).toMatchObject([expected(1), expected(2)]);
});

describe('title and name', () => {
  test.each<[string, Layout]>([
    [
      'name, title and address alike in one box',
      ({ href, name, cite, title, text }) =>
        `<a href="${href}"><div>${box(name)}${box(title)}${box(cite)}</div></a><p>${text}</p>`,
    ],
    ...['<div class="n">|<div class="t">', '<div class="n">|<div>', '<div>|<div class="t">'].map(
      (marks): [string, Layout] => [
        `boxes below the address that are not alike: ${marks}`,
        ({ href, name, cite, title, text }) => {
          const [one, other] = marks.split('|');
          return `<a href="${href}">${cite}<div>${one}${name}</div>${other}${title}</div></div></a><p>${text}</p>`;
        },
      ],
    ),
    [
      'a link without text over address, name and title in the order of old pages',
      (parts) => `${over(parts)}${box(parts.name)}${box(parts.title)}${box(parts.cite)}<p>${parts.text}</p>`,
    ],
    [
      'the heading and the excerpt in the link, above a note',
      ({ href, name, cite, title, text }) =>
        `<a href="${href}"><div>${name}</div>${cite}<h3>${title}</h3><div>${text}</div></a><div>Note</div>`,
    ],
    [
      'a heading in the address',
      (parts) =>
        `${box(parts.name)}${parts.cite.replace(/>(.*)</, '><h4>$1</h4><')}${linked(parts)}<p>${parts.text}</p>`,
    ],
    [
      'the name in the line of the address below the title',
      (parts) => `${linked(parts)}<div><span>${parts.name}</span> ${parts.cite}</div><p>${parts.text}</p>`,
    ],
    [
      'the name above the title, and the address below it',
      (parts) => `${box(parts.name)}${linked(parts)}${box('Verified')}${box(parts.cite)}<p>${parts.text}</p>`,
    ],
    [
      'a label that rows of several sites share beside the name',
      (parts) => withText({ ...parts, name: `${parts.name}${box('Verified')}` }),
    ],
    [
      'two texts around a rule below the address',
      ({ href, name, cite, title, text }) =>
        `<a href="${href}">${cite}<div>${name}<hr>${title}</div></a><p>${text}</p>`,
    ],
    [
      'a copy for screen readers above the title',
      (parts) =>
        `<h3 aria-hidden="true">Copy</h3>${box(parts.name)}${box(parts.cite)}${linked(parts)}<p>${parts.text}</p>`,
    ],
    [
      'a link without text over the address in a heading and the title',
      (parts) => `${over(parts)}${box(parts.name)}<h4>${parts.cite}</h4><h3>${parts.title}</h3><p>${parts.text}</p>`,
    ],
    [
      'a linked address and a linked title',
      ({ href, name, cite, title, text }) =>
        `${box(name)}<div><a href="${href}">${cite}</a></div><div><a href="${href}">${title}</a></div><p>${text}</p>`,
    ],
  ])('are read from %s', (_, layout) => {
    expect(read(layout, layout, layout)).toMatchObject([1, 2, 3].map((number) => expected(number)));
  });

  test.each<[string, Layout]>([
    [
      'title, address and excerpt in the link',
      ({ href, cite, title, text }) => `<a href="${href}"><div>${title}</div>${cite}<div>${text}</div></a>`,
    ],
    [
      'a link without text over address, title and excerpt',
      (parts) => `${over(parts)}${box(parts.cite)}${box(parts.title)}<p>${parts.text}</p>`,
    ],
    [
      'address, title and excerpt, and a link without text over them at the end',
      (parts) => `${box(parts.cite)}${box(parts.title)}<p>${parts.text}</p>${over(parts)}`,
    ],
    [
      'a link without text over title and address, and bare text',
      (parts) => `${over(parts)}${box(parts.title)}${box(parts.cite)}${parts.text}`,
    ],
    [
      'title and address in one line of the link, and bare text',
      ({ href, cite, title, text }) => `<div><a href="${href}"><span>${title}</span>${cite}</a></div>${text}`,
    ],
    ['the address right below the title', (parts) => `${linked(parts)}${box(parts.cite)}<p>${parts.text}</p>`],
  ])('are read from %s, without a name', (_, layout) => {
    const rows = [1, 2, 3].map((number) => expected(number, { source: `site${number}.example` }));
    expect(read(layout, layout, layout)).toMatchObject(rows);
  });

  test('may be in several lines', () => {
    const others = ['of pears', 'of apples', 'of plums'];
    const layouts = others.map(
      (other): Layout =>
        ({ href, name, cite, title, text }) =>
          `<a href="${href}"><div class="a">${name}</div><div class="b">${other}</div>${cite}<div>${title}</div></a><p>${text}</p>`,
    );
    const rows = others.map((other, index) => expected(index + 1, { source: `Site ${index + 1} ${other}` }));
    expect(read(...layouts)).toMatchObject(rows);
  });

  test('are read below the address of a single row, above it in the others', () => {
    const old: Layout = ({ href, cite, title, text }) =>
      `<a href="${href}"><div>${title}</div>${cite}</a><p>${text}</p>`;
    const source = (number: number) => ({ source: `site${number}.example` });
    expect(read(old, withText, old, old)).toMatchObject([
      expected(1, source(1)),
      expected(2),
      expected(3, source(3)),
      expected(4, source(4)),
    ]);
  });

  test('are read in the order of most rows', () => {
    const old: Layout = (parts) => `${over(parts)}${box(parts.title)}${box(parts.cite)}<p>${parts.text}</p>`;
    const noted: Layout = (parts) => `${old(parts)}<p>A note</p>`;
    const rows = [1, 2, 3, 4].map((number) => expected(number, { source: `site${number}.example` }));
    expect(read(noted, old, old, old)).toMatchObject(rows);
  });

  test('are read from the data if the row shows only its excerpt', () => {
    const { href, cite, text } = partsOf(1);
    const data = `{url:"${href}",title:"Row <b>1</b> of tea",profile:{name:"Site 1"},description:"Other"}`;
    const script = `<script>kit.start(a, b, {data:[{data:{body:{response:{web:{results:[${data}]}}}}}]})</script>`;
    const page = pageOf(`<div><a href="${href}">${cite}</a><p>${text}</p></div><div>${withText(partsOf(2))}</div>`);
    expect(parseGammaSearch(page + script).organic_results).toMatchObject([expected(1), expected(2)]);
  });
});

describe('the lines between title and address', () => {
  const between = (inside: string, below?: string) => (parts: Parts) =>
    `${linked(parts)}${inside}${box(parts.cite)}<p>${below ?? parts.text}</p>`;

  test.each<[string, string, object]>([
    ['39 letters are a name', box(letters(39)), { source: letters(39) }],
    ['the last one is the name', box('Verified') + box('Site 1'), {}],
    ['40 letters are the excerpt', box(letters(40)), { source: 'site1.example', snippet: letters(40) }],
    [
      '40 letters above a name are too',
      box(letters(40)) + box('Site'),
      { source: 'site1.example', snippet: letters(40) },
    ],
  ])('%s', (_, inside, changed) => {
    const [first] = read(between(inside), between(inside), withText);
    expect(first).toMatchObject(expected(1, changed));
  });

  test('are a name if 40 letters follow the address', () => {
    const layout = between(box('Site 1'), letters(40));
    const [first] = read(layout, layout, withText);
    expect(first).toMatchObject(expected(1, { snippet: letters(40) }));
  });

  test('are a name above a long address', () => {
    const steps = `› ${letters(20)} › ${letters(20)}`;
    const layout: Layout = (parts) =>
      `${linked(parts)}${box(parts.name)}${box(parts.cite.replace('› a', steps))}<p>${parts.text}</p>`;
    expect(read(layout, layout)[0]).toMatchObject(expected(1, { displayed_link: `site1.example ${steps}` }));
  });
});

describe('the excerpt', () => {
  const snippet = (below: (parts: Parts) => string): string | undefined =>
    read((parts) => head(parts) + below(parts), withText)[0]?.snippet;

  test.each<[string, (parts: Parts) => string, string]>([
    ['a link to the target of 40 letters', ({ href }) => `<p><a href="${href}">${letters(40)}</a></p>`, letters(40)],
    [
      'no link to the target of 39 letters',
      ({ href }) => `<p><a href="${href}">${letters(39)}</a></p><p>Text</p>`,
      'Text',
    ],
    [
      'not below a link to a page inside that of the row',
      ({ href }) => `<p><a href="${href}/b">Part</a></p><p>Text</p>`,
      '',
    ],
    [
      'below a long link to a copy',
      ({ href }) => `<a href="https://copies.example/?u=${href}">${letters(50)}</a><p>Text</p>`,
      'Text',
    ],
    [
      'below a link to a copy of the page without www',
      ({ href }) => `<a href="https://copies.example/${href.slice('https://'.length)}">Copy</a><p>Text</p>`,
      'Text',
    ],
    ['below a number', () => '<p>12</p><p>Text</p>', 'Text'],
  ])('is %s', (_, below, text) => {
    expect(snippet(below)).toBe(text);
  });

  test('is the text right after the link if it has 40 letters', () => {
    const layout = (words: string) => (parts: Parts) =>
      `<a href="${parts.href}"><div>${parts.title}</div>${parts.cite}</a>${words}<p>Text</p>`;
    const read1 = (words: string) => read(layout(words), layout(words))[0]?.snippet;
    expect(read1(letters(40))).toBe(letters(40));
    expect(read1(letters(39))).toBe('Text');
    expect(read1(`${letters(30)} <b>bold</b> ${letters(30)}`)).toBe(`${letters(30)} bold ${letters(30)}`);
  });

  test('is above the links of most rows', () => {
    const above: Layout = (parts) => `<p>${parts.text}</p>${head(parts)}`;
    const rows = (...layouts: Layout[]) => read(...layouts).map(({ title, snippet: text }) => [title, text]);
    const whole = (number: number) => [partsOf(number).title, partsOf(number).text];
    expect(rows(above, above)).toEqual([whole(1), whole(2)]);
    expect(rows(above, above, withText)).toEqual([whole(1), whole(2), whole(3)]);
    const exact: Layout = (parts) => `<p>${letters(40)}</p>${head(parts)}`;
    expect(rows(exact, exact)).toEqual([1, 2].map((number) => [partsOf(number).title, letters(40)]));
    expect(rows((parts) => `<p>A notice that is long enough to be told from a name.</p>${withText(parts)}`)).toEqual([
      whole(1),
    ]);
    expect(rows(above, withText)).toEqual([[partsOf(1).title, ''], whole(2)]);
  });

  test('is above links with the title before the address, and above rows without an address', () => {
    const old: Layout = ({ href, cite, title, text }) =>
      `<p>${text}</p><a href="${href}"><div>${title}</div>${cite}</a>`;
    const rows = [1, 2, 3].map((number) => expected(number, { source: `site${number}.example` }));
    expect(read(old, old, old)).toMatchObject(rows);
  });

  test('is no long address above the title', () => {
    const steps = `› ${letters(20)} › ${letters(20)}`;
    const layout: Layout = (parts) =>
      `${box(parts.name)}${box(parts.cite.replace('› a', steps))}${linked(parts)}<p>${parts.text}</p>`;
    const rows = [1, 2].map((number) => expected(number, { displayed_link: `site${number}.example ${steps}` }));
    expect(read(layout, layout)).toMatchObject(rows);
  });
});

describe('the date of the data', () => {
  const read1 = (text: string, age: string) => {
    const parts = { ...partsOf(1), text };
    const data = `{url:"${parts.href}",title:"",description:"",age:"${age}"}`;
    const script = `<script>kit.start(a, b, {data:[{data:{body:{response:{web:{results:[${data}]}}}}}]})</script>`;
    const { organic_results: rows } = parseGammaSearch(pageOf(box(withText(parts))) + script, { dates: true });
    return [rows[0]?.date, rows[0]?.snippet];
  };

  test.each([
    ['duela 3 egun - Testua', 'duela 3 egun', ['duela 3 egun', 'Testua']],
    ['duela 3 egun — Testua', 'duela 3 egun', ['duela 3 egun', 'Testua']],
    ['Testua', 'duela 3 egun', ['duela 3 egun', 'Testua']],
    ['duela 3 egun Testua', 'duela 3 egun', ['duela 3 egun', 'duela 3 egun Testua']],
    ['Testua - duela', 'duela 3 egun', ['duela 3 egun', 'Testua - duela']],
    ['- Testua', '', [undefined, '- Testua']],
    ['3 days ago - Text', '', ['3 days ago', 'Text']],
  ])('is split from %j', (text, age, expected) => {
    expect(read1(text, age)).toEqual(expected);
  });
});

describe('rows of the list', () => {
  const titles = (list: string): string[] => rowsOf(list).map(({ title }) => title.split(' ')[1]!);
  const rows = (...numbers: number[]): string => numbers.map((number) => box(withText(partsOf(number)))).join('');
  const beside: Layout = (parts) => `${box(parts.name)}${box(parts.cite)}${linked(parts)}<p>${parts.text}</p>`;

  test.each<[string, string, string]>([
    ['a list that continues the first one', `${rows(1, 2)}</div><div>${rows(3, 4)}`, '1234'],
    ['not a single row beside the list', `${rows(1, 2)}</div><div>${rows(3)}`, '12'],
    ['not as many addresses outside links', rows(1, 2) + [3, 4].map((n) => box(beside(partsOf(n)))).join(''), '12'],
    [
      'in order, if most addresses are outside links',
      [beside, withText, beside].map((layout, index) => box(layout(partsOf(index + 1)))).join(''),
      '123',
    ],
    [
      'not hidden addresses',
      rows(1) + [2, 3].map((number) => `<div hidden>${beside(partsOf(number))}</div>`).join(''),
      '1',
    ],
  ])('are %s', (_, list, expectedNumbers) => {
    expect(titles(list)).toEqual([...expectedNumbers]);
  });

  test('are not in the footer of a page that does not name its list', () => {
    const page = `<title>tea - Brave Search</title>${rows(1, 2)}<footer>${rows(3)}</footer>`;
    expect(parseGammaSearch(page).organic_results.map(({ title }) => title)).toEqual(['Row 1 of tea', 'Row 2 of tea']);
  });

  test('lead where the link over them leads, not where others of the same site do', () => {
    const layout: Layout = (parts) =>
      `${over(parts)}${box(parts.name)}${box(parts.cite)}${box(parts.title)}<p>${parts.text}</p><a href="${parts.href}/b">Part</a>`;
    expect(read(layout, layout)).toMatchObject([expected(1), expected(2)]);
  });

  test('lead where the title leads if links without text lead there too', () => {
    const layout: Layout = (parts) => `${over(parts)}${beside(parts)}<a href="${parts.href}/b">Part</a>`;
    expect(read(layout, layout)).toMatchObject([expected(1), expected(2)]);
  });

  test('of one site have links of their own', () => {
    const rows = ['a', 'b', 'c'].map((page) => {
      const parts = { ...partsOf(1), href: `https://site1.example/${page}`, title: `Page ${page}` };
      return box(beside({ ...parts, cite: `<cite>site1.example › ${page}</cite>` }));
    });
    expect(rowsOf(rows.join('')).map(({ link, title }) => [link, title])).toEqual(
      ['a', 'b', 'c'].map((page) => [`https://site1.example/${page}`, `Page ${page}`]),
    );
  });

  test('are found by written addresses beside a marked source', () => {
    const rows = [1, 2, 3].map((number) => {
      const parts = partsOf(number);
      return box(withText({ ...parts, cite: `<div>${parts.cite.slice(6, -7)}</div>` }));
    });
    const source = box('<cite>Source: the orchard</cite>');
    expect(rowsOf(rows.join('') + source)).toMatchObject([1, 2, 3].map((number) => expected(number)));
  });

  test('may be one with a marked address in words', () => {
    const [row] = read((parts) => withText({ ...parts, cite: '<cite>The orchard</cite>' }));
    expect(row).toMatchObject(expected(1, { displayed_link: 'The orchard' }));
  });

  test('are found by addresses written outside links', () => {
    const layout: Layout = (parts) => beside({ ...parts, cite: parts.cite.slice(6, -7) });
    expect(read(layout, layout, layout)).toMatchObject([1, 2, 3].map((number) => expected(number)));
  });

  test('may show no address', () => {
    const unaddressed = [1, 2].map((number) => expected(number, { displayed_link: '' }));
    const named: Layout = (parts) =>
      `${box(parts.name)}<h3><a href="${parts.href}">${parts.title}</a> </h3><p>${parts.text}</p>`;
    expect(read(named, named)).toMatchObject(unaddressed);
    const short: Layout = (parts) => `${linked(parts)}<p>${letters(39)}</p>`;
    expect(() => read(short, short)).toThrow();
    const exact: Layout = (parts) => `${linked(parts)}<p>${letters(40)}</p>`;
    const list = [1, 2].map((number) => box(exact(partsOf(number)))).join('<div>Words</div>');
    expect(rowsOf(list).map(({ snippet }) => snippet)).toEqual([letters(40), letters(40)]);
  });
});
