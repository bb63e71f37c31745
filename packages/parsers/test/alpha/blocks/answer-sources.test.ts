import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const text = 'Pears are ripe when their neck gives way to a gentle press of the thumb.';
const letters = (length: number): string => 'x'.repeat(length);

/** The overview with the given content, on a page with `rest` after it. */
const overview = (html: string, rest = '') =>
  blocksOf(`<div data-mcp="18"><h1>AI Overview</h1><div>${text}</div>${html}</div>${rest}${row('first')}`).ai_overview;

const link = 'https://pear.example/a';
const card = (...lines: string[]): string =>
  `<ul><li><a href="${link}">${lines.map((line) => `<div>${line}</div>`).join('')}</a></li></ul>`;

test.each<[string, string, object[]]>([
  ['three lines', card('Pears', 'All', 'Site'), [{ title: 'Pears', link, source: 'Site', snippet: 'All' }]],
  ['two lines', card('Pears', 'Site'), [{ title: 'Pears', link, source: 'Site' }]],
  ['one line', card('Pears'), []],
  ['four lines', card('Pears', 'All', 'of', 'Site'), [{ title: 'Pears', link, source: 'of Site', snippet: 'All' }]],
  ['a duration', card('4:33', 'Pears', 'Site'), [{ title: 'Pears', link, source: 'Site' }]],
  ['a button', card('Pears', '<button>Save</button>', 'Site'), [{ title: 'Pears', link, source: 'Site' }]],
  [
    'a name of 80 characters',
    card('Pears', 'All', letters(80)),
    [{ title: 'Pears', link, source: letters(80), snippet: 'All' }],
  ],
  ['a name of 81 characters', card('Pears', 'All', letters(81)), [{ title: 'Pears', link, snippet: 'All' }]],
  [
    'the same target as another',
    card('Pears', 'Site') + card('Figs', 'Site'),
    [{ title: 'Pears', link, source: 'Site' }],
  ],
  [
    'a text fragment of the target of another',
    card('Pears', 'Site') + card('Figs', 'Site').replace('/a"', '/a#:~:text=x"'),
    [{ title: 'Pears', link, source: 'Site' }],
  ],
])('reads the sources from a card with %s', (_, html, expected) => {
  expect(overview(html)?.sources).toEqual(expected);
});

const uuid = '1a2b3c4d-0000-1111-2222-1a2b3c4d5e6f';
const chip = (name: string, id = uuid): string => `<button ${name}="${id}">+1</button>`;
const fig = { title: 'Figs', link: 'https://fig.example/', source: 'Site', snippet: 'All' };
const record = `<!--Sv6Kpe[["${uuid}",["Figs","All","","Site",[],"https://fig.example/"]]]-->`;

test.each([
  ['with the attribute data-icl-uuid', chip('data-icl-uuid'), [[], [0], []], [fig]],
  ['with a UUID in another attribute', chip('data-x'), [[], [0], []], [fig]],
  [
    'in an element that is no button',
    chip('data-icl-uuid').replaceAll('button', 'i'),
    [undefined, undefined, undefined],
    [],
  ],
  ['with an invalid UUID in another attribute', chip('data-x', `${uuid}0`), [undefined, undefined, undefined], []],
  ['with an invalid UUID in data-icl-uuid', chip('data-icl-uuid', `${uuid}0`), [[], [], []], []],
])('reads the references of a line from a chip %s', (_, button, references, sources) => {
  const read = overview(`<p>A line. ${button}</p><p>Another line.</p>`, record);
  expect(read?.sections.map((section) => ('references' in section ? section.references : undefined))).toEqual(
    references,
  );
  expect(read?.sources).toEqual(sources);
});

const escaped = (html: string): string =>
  html.replaceAll('<', '\\x3c').replaceAll('>', '\\x3e').replaceAll('"', '\\x22').replaceAll("'", '\\x27');
const fillPlace = (id: string, html: string): string => `<script>jsl.dh('${id}','${escaped(html)}')</script>`;
const fillLater = (id: string, html: string): string =>
  `<script>[{id:'${id}'},function(){jsl.dh(this.id,'${escaped(html)}')}]</script>`;
const place = (id: string, more = ''): string => `<div><p>Line of ${id}.</p><div id="${id}">${more}</div></div>`;

test.each<[string, string, string, string]>([
  ['after its placeholder', `${place('a')}<p>End.</p>`, fillPlace('a', '<p>Folded.</p>'), 'Line of a. Folded. End.'],
  ['from a function', `${place('a')}<p>End.</p>`, fillLater('a', '<p>Folded.</p>'), 'Line of a. Folded. End.'],
  ...[102, 103].map((length): [string, string, string, string] => [
    `from a function for an id of ${length} letters`,
    place(letters(length)),
    fillLater(letters(length), '<p>Folded.</p>'),
    `Line of ${letters(length)}.${length === 102 ? ' Folded.' : ''}`,
  ]),
  ['at the end', place('a'), fillLater('a', '<p>Folded.</p>'), 'Line of a. Folded.'],
  [
    'in the order of the placeholders',
    place('a') + place('b'),
    fillPlace('b', '<p>Two.</p>') + fillLater('a', '<p>One.</p>'),
    'Line of a. One. Line of b. Two.',
  ],
  ['once', place('a'), fillPlace('a', '<p>One.</p>') + fillPlace('a', '<p>Two.</p>'), 'Line of a. One.'],
  ['not for another placeholder', place('a'), fillPlace('b', '<p>One.</p>'), 'Line of a.'],
  ['not for a placeholder with text', place('a', 'Text.'), fillPlace('a', '<p>One.</p>'), 'Line of a. Text.'],
  [
    'not for a placeholder beside a button',
    `<p>Line.</p><div role="dialog"><button>x</button><div id="a"></div></div>`,
    fillPlace('a', '<p>One.</p>'),
    'Line.',
  ],
  [
    'after a call with other arguments',
    place('a'),
    `<script>jsl.dh(a, b)</script>${fillPlace('a', '<p>Folded.</p>')}`,
    'Line of a. Folded.',
  ],
  ['not from a call without an end', place('a'), "<script>jsl.dh('a','\\x3cp", 'Line of a.'],
])('reads text of the answer from scripts %s', (_, html, scripts, expected) => {
  expect(overview(html, scripts)?.text).toBe(`${text} ${expected}`);
});

test('completes a sentence from a script', () => {
  const slot = '<b>Eat:</b> <span>Take it <div id="a" style="display:contents"></div></span>';
  const read = overview(`<ul><li>${slot}</li></ul>`, fillPlace('a', '<a href="/search?q=now">now</a>, or later.'));
  expect(read?.sections.at(-1)).toEqual({
    kind: 'list',
    items: [{ title: 'Eat', text: 'Take it now, or later.' }],
  });
});

const covered = (more: string): string =>
  `<ul><li><a href="https://fig.example/"></a><div><div>Figs of all</div>${more}</div></li></ul>`;
const named = { title: 'Figs of all', link: 'https://fig.example/' };

test.each<[string, string, string, object[]]>([
  ['its card', covered(''), '', [named]],
  ['its card, and the site', covered('<div>Site</div>'), '', [{ ...named, source: 'Site' }]],
  ['the data if its card shows only one line', covered(''), record, [fig]],
  [
    'its card, with the excerpt of the data',
    covered('<div>Site</div>'),
    record,
    [{ ...named, source: 'Site', snippet: 'All' }],
  ],
  ['nothing if its card has only a button', covered('').replace('Figs of all', '<button>Save</button>'), '', []],
])('names a source by %s', (_, html, data, expected) => {
  const cited = `<p>${text} ${chip('data-icl-uuid')}</p>`;
  const { ai_overview: read } = blocksOf(`<div data-mcp="18">${cited}${html}</div>${data}${row('first')}`);
  expect(read?.sources).toEqual(expected);
});

test('reads cards and chips from scripts', () => {
  const content = `<p>Folded. ${chip('data-icl-uuid')}</p>${card('Pears', 'All', 'Site')}`;
  const read = overview(place('a'), fillPlace('a', content) + record);
  expect(read?.sources).toEqual([{ title: 'Pears', link, source: 'Site', snippet: 'All' }, fig]);
  expect(read?.sections.at(-1)).toMatchObject({ text: 'Folded.', references: [1] });
});

test.each([
  ['https://support.google.com/websearch?p=x', true],
  ['https://support.google.com/webmasters/x', true],
  ['https://policies.google.com/x', true],
  ['https://myactivity.google.com/x', true],
  ['https://support.google.com/websearcher', false],
  ['https://support.google.com/maps', false],
])('a link to %s ends the answer: %j', (href, isEnd) => {
  const note = `<div><span>Look elsewhere too.</span> <a href="${href}">How</a></div><div>More.</div>`;
  expect(overview(note)?.text).toBe(isEnd ? text : `${text} Look elsewhere too. How More.`);
});

test('reads no source from a link in a sentence, whatever its label', () => {
  const labelled = '<p>See <a href="https://b.example/" aria-label="The book">the book</a>.</p>';
  const bare = '<a href="https://c.example/" aria-label="The tree"></a>';
  const html = `<div data-mcp="18"><p>${text}</p>${labelled}${bare}</div>${row('first')}`;
  expect(blocksOf(html).ai_overview?.sources).toEqual([{ title: 'The tree', link: 'https://c.example/' }]);
});

test('reads no source from a link without text to the help or to a search', () => {
  const bare = (href: string): string => `<p>Words. <a href="${href}" aria-label="More"></a></p>`;
  expect(overview(bare('/search?q=x') + bare('https://support.google.com/websearch?p=x'))?.sources).toEqual([]);
});

test('refers to no source of which the page states only the address', () => {
  const short = `<!--Sv6Kpe[["${uuid}",[3,0,"https://fig.example/"]]]-->`;
  const read = overview(`<p>A line. ${chip('data-icl-uuid')}</p>`, short);
  expect(read?.sources).toEqual([]);
  expect(read?.sections.at(-1)).toMatchObject({ references: [] });
});
