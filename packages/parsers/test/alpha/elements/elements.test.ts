import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../../src/index.js';
import { row, section } from '../../support/alpha-blocks.js';

function elementsOf(list: string, { above = '', beside = '' } = {}) {
  const html = `<html><body><div id="rcnt">${above}<div id="center_col"><div id="rso">${list}</div></div><div id="rhs">${beside}</div></div></body></html>`;
  return parseAlphaSearch(html, { elements: true }).elements!;
}

test('lists rows, sections and the side column in page order with their ranks', () => {
  const cards = ['a', 'b']
    .map((name) => `<div><a href="https://${name}.example/x"><h3>Finds of ${name}</h3></a></div>`)
    .join('');
  const list = row('first') + section(cards, 'Interesting finds') + row('last');
  const beside =
    '<div><h2>Also here</h2><a href="https://c.example/">Something beside</a><p>With a sentence about it.</p></div>';
  const elements = elementsOf(list, { beside });
  expect(elements.map(({ type, column, title, position }) => [type, column, title, position])).toEqual([
    ['organic', 'main', 'Pears of first', 1],
    ['other', 'main', 'Interesting finds', undefined],
    ['organic', 'main', 'Pears of last', 2],
    ['other', 'side', 'Also here', undefined],
  ]);
  expect(elements.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  expect(elements.map(({ rank_in_type }) => rank_in_type)).toEqual([1, 1, 2, 2]);
});

test('lists no question that stands between three rows', () => {
  const question = '<div><span>Was this result helpful to you?</span><button>Yes</button></div>';
  const rows = ['a', 'b', 'c', 'd'].map((name) => row(name));
  const types = (list: string) => new Set(elementsOf(list).map(({ type }) => type));
  expect(types(rows.join(question))).toEqual(new Set(['organic']));
  expect(types(rows.slice(1).join(question))).toEqual(new Set(['organic', 'notice']));
});

test('does not read queries among the rows as related searches, or names of regions as elements', () => {
  const queries = ['ripe pears', 'pear trees']
    .map((q) => `<a href="/search?q=${q.replace(' ', '+')}">${q}</a>`)
    .join('');
  const last = section(
    ['old pears', 'new pears'].map((q) => `<div><a href="/search?q=${q.replace(' ', '+')}">${q}</a></div>`).join(''),
    'Related',
  );
  const elements = elementsOf(
    `<h2>Web results</h2>${row('first')}${section(queries, 'People also search for')}${row('last')}${last}`,
  );
  expect(elements.map(({ type }) => type)).toEqual(['organic', 'people_also_search', 'organic', 'related_searches']);
});

test('lists elements and blocks only if they are asked for', () => {
  const html = `<div id="rso">${row('first')}${row('last')}</div>`;
  const present = (options: object) => {
    const result = parseAlphaSearch(html, options);
    return ['blocks', 'elements'].filter((name) => name in result);
  };
  expect(present({ blocks: true })).toEqual(['blocks']);
  expect(present({ elements: true })).toEqual(['elements']);
  expect(present({ blocks: true, elements: true })).toEqual(['blocks', 'elements']);
});

test('reads an element without a heading', () => {
  const alert = '<div><div>Travel advice: some places are closed until further notice.</div></div>';
  const elements = elementsOf(row('first') + alert + row('last'));
  expect(elements.map(({ type }) => type)).toEqual(['organic', 'notice', 'organic']);
});

test('reads a note with a link that a script follows', () => {
  const note = '<div><div>Results for Springfield. <a href="#">Choose an area</a></div></div>';
  expect(elementsOf(row('first') + note + row('last')).map(({ type }) => type)).toEqual([
    'organic',
    'notice',
    'organic',
  ]);
});

test.each([
  ['tabs', '<a role="tab">Overview of the pear</a><a role="tab">Cast and further people</a>'],
  [
    'a bar for feedback',
    '<b role="button"><svg></svg></b><div>Choose what is wrong.</div><div>No errors? <a href="#">Give feedback</a>.</div>',
  ],
  [
    'a list of questions without questions',
    '<div data-initq="pears"><h2>People also ask</h2>Not loaded until later.</div>',
  ],
  [
    'a bar for feedback with headings',
    '<div><b role="button"><svg></svg></b><h1>Choose what is wrong</h1><h2>Or give <a href="/search?q=pears#">general feedback</a></h2></div>',
  ],
])('reads no element from %s', (_, part) => {
  const elements = elementsOf(`${row('first')}<div><div>${part}</div></div>${row('last')}`);
  expect(elements.map(({ type }) => type)).toEqual(['organic', 'organic']);
});

test('reads no element from menus above the search box and from filters', () => {
  const filters = ['qdr:d', 'qdr:w'].map((tbs) => `<li><a href="/search?q=pears&tbs=${tbs}">Past ${tbs}</a></li>`);
  const above =
    '<div><h2>Account</h2><p>Signed in as someone with a long name</p></div><form><input name="q" value="pears"></form>' +
    `<div><h2>Search options</h2><ul>${filters.join('')}</ul></div>`;
  const below = '<div><h2>Help</h2><p>A sentence about the search that is long enough.</p></div>';
  const types = elementsOf(row('first') + row('last'), { above, beside: below }).map(({ type }) => type);
  expect(types).toEqual(['organic', 'organic', 'notice']);
});

test('names an element by its content if its heading is only for screen readers', () => {
  const clipped = 'style="clip:rect(1px,1px,1px,1px);height:1px;overflow:hidden;position:absolute;width:1px"';
  const facts = ['Family', 'Order'].map((label) => `<div><span>${label}:</span><span>Rosaceae</span></div>`).join('');
  const beside = `<div><h2 ${clipped}>Knowledge Result</h2><div role="heading" aria-level="3">Pear</div>${facts}</div>`;
  const cards = `<div><h3><a href="https://pear.example/">Pear (@pear)</a></h3></div><div><a href="https://tree.example/">Tree</a></div>`;
  const list = row('first') + `<div><h2 ${clipped}>Social Results</h2>${cards}</div>` + row('last');
  expect(elementsOf(list, { beside }).map(({ title }) => title)).toEqual([
    'Pears of first',
    'Pear (@pear)',
    'Pears of last',
    'Pear',
  ]);
  const note = `<div><h2 ${clipped}>About the filter</h2><div>Some results that are like others were left out.</div></div>`;
  expect(elementsOf(row('first') + note + row('last'))[1]).toMatchObject({ type: 'notice', title: 'About the filter' });
});

test('names an element by its heading without a link to all results', () => {
  const cards = ['a', 'b'].map(
    (name) => `<div><a href="https://${name}.example/x"><h3>Finds of ${name}</h3></a></div>`,
  );
  const heading = '<div>Finds</div><div><a href="/search?q=pears&tbm=vid">Show all</a></div>';
  const link = '<a href="/search?q=pears&tbm=vid">All finds</a>';
  const titleWith = (name: string) => elementsOf(row('first') + section(cards.join(''), name) + row('last'))[1]?.title;
  const crumbs = '<span>Pears</span><span>/</span><span>Finds</span>';
  expect([heading, link, crumbs].map(titleWith)).toEqual(['Finds', 'All finds', 'Pears / Finds']);
});

test('reads a card of another entity as a panel, whether its heading is for screen readers or in sight', () => {
  const clipped = 'style="clip:rect(1px,1px,1px,1px);height:1px;overflow:hidden;position:absolute;width:1px"';
  const card = `<div><h2 ${clipped}>Result</h2><div data-attrid="title">Pear Orchard</div><div>A farm in the valley</div></div>`;
  for (const shown of [card, card.replace(clipped, '')])
    expect(elementsOf(row('first') + shown + row('last'))[1]).toMatchObject({
      type: 'knowledge_graph',
      title: 'Pear Orchard',
    });
});

test('does not read the facts of a panel that stand apart from it as another part', () => {
  const fact = (name: string, text: string): string =>
    `<div data-attrid="kc:/location/location:${name}"><span>${name}: </span><span>${text}</span></div>`;
  const facts = `<div><div>${fact('address', '207 Second Avenue')}${fact('hours', 'Open until noon')}</div></div>`;
  const beside = `<div><h2>Pear</h2><div data-attrid="title">Pear</div>${fact('Family', 'Rosaceae')}</div>`;
  const typesOf = (part: string, aside = beside): string[] =>
    elementsOf(row('first') + part + row('last'), { beside: aside }).map(({ type }) => type);
  expect(typesOf(facts)).toEqual(['organic', 'organic', 'knowledge_graph']);
  expect(typesOf(facts, '')).toHaveLength(3);
  expect(typesOf(`<div><div>${fact('similar', 'Restaurants like this one')}</div></div>`)).toHaveLength(4);
});

test('reads a strip of pictures beside chips as images, above the rows only without a panel', () => {
  const chips = ['tree', 'ripe'].map(
    (q) => `<a href="/search?q=pears&tbm=isch&chips=q:pears,g_1:${q}"><img alt="">${q}</a>`,
  );
  const pictures = ['a', 'b'].map((id) => `<a id="${id}" role="button"><img alt="A pear"></a>`);
  const strip = (inside: readonly string[]): string => `<div><div>${chips.join('')}${inside.join('')}</div></div>`;
  const beside =
    '<div><h2>Pear</h2><div data-attrid="title">Pear</div><div><span>Family: </span><span>Rosaceae</span></div></div>';
  const typesOf = (list: string, around = {}): string[] => elementsOf(list, around).map(({ type }) => type);
  expect(typesOf(row('first') + strip(pictures) + row('last'), { beside })).toEqual([
    'organic',
    'images',
    'organic',
    'knowledge_graph',
  ]);
  expect(typesOf(strip(pictures) + row('first') + row('last'))[0]).toBe('images');
  const panel = '<div><div data-attrid="title">Pear, the fruit of a tree</div></div>';
  expect(typesOf(panel + strip(pictures) + row('first') + row('last'))).toEqual([
    'knowledge_graph',
    'organic',
    'organic',
  ]);
  expect(typesOf(panel + row('first') + strip(pictures) + row('last'))).toEqual([
    'knowledge_graph',
    'organic',
    'images',
    'organic',
  ]);
  expect(typesOf(row('first') + strip([]) + row('last'))).toEqual(['organic', 'organic']);
});

test('names cards without a section by the only heading of its level before them', () => {
  const product = (n: number, name: string): string =>
    `<div data-pla="${n}"><a href="https://shop${n}.example/">${name}</a><div>$ 12</div><div>Shop ${n}</div></div>`;
  const products = (heading: string, name = (n: number) => `Pear ${n}`): string =>
    `<div><span>Sponsored</span>${heading}<div>${product(1, name(1))}${product(2, name(2))}</div></div>`;
  const form = '<a href="javascript:;">Report them</a>';
  const titleWith = (...args: Parameters<typeof products>): string | undefined =>
    elementsOf(row('first') + row('last'), { above: `<div id="tvcap">${products(...args)}</div>` }).find(
      ({ type }) => type === 'shopping',
    )?.title;
  expect(titleWith('')).toBe('Sponsored');
  expect(titleWith('<h3>Pears to buy</h3>')).toBe('Pears to buy');
  expect(titleWith(`<h3><a href="/search?q=pears&tbm=shop">Pears to buy</a> ${form}</h3>`)).toBe('Pears to buy');
  expect(titleWith('', (n) => `<h4>Pear ${n}</h4>`)).toBe('Sponsored');
  expect(titleWith('<h3><a href="/search?q=pears&start=10">Next</a></h3>')).toBe('Sponsored');
});

test.each([
  ['', ''],
  ['a heading that is not displayed', '<h2 style="display:none">Loading</h2>'],
  ['a heading of a lower level', '<h3>Answer</h3>'],
])('reads a generated answer with headings as one element; before them %s', (_, before) => {
  const text = 'A pear is a fruit that is picked unripe and ripens at room temperature within a week.';
  const answer = `<div data-mcp="1">${before}<h2>Overview</h2><p>${text}</p><div><h2>How to pick</h2><p>${text}</p></div></div>`;
  const elements = elementsOf(row('first') + row('last'), { above: answer });
  expect(elements.map(({ type, title }) => [type, title])).toEqual([
    ['ai_overview', 'Overview'],
    ['organic', 'Pears of first'],
    ['organic', 'Pears of last'],
  ]);
});

test.each([
  ['a picture of another topic', '<a href="/search?q=pear+tree"><img alt="">All about the pear tree</a>', 'other'],
  ['words alone', '<a href="/search?q=pear+tree">All about the pear tree</a>', 'notice'],
  ['the title of a panel', '<div data-attrid="title">Pear, the fruit of a tree</div>', 'knowledge_graph'],
])('types a part without a heading by %s', (_, part, type) => {
  const elements = elementsOf(`${row('first')}<div><div>${part}</div></div>${row('last')}`);
  expect(elements.map((element) => element.type)).toEqual(['organic', type, 'organic']);
});

test.each([
  ['works', 'other'],
  ['sideways', 'people_also_search'],
])('reads the %s of an entity above the columns', (property, type) => {
  const tiles = ['Anjou', 'Bosc'].map((name) => `<a href="/search?q=${name}">${name} pears</a>`).join('');
  const above = `<div data-attrid="kc:/plants/pear:${property}"><div>Pears / Kinds of pear</div>${tiles}</div>`;
  expect(elementsOf(row('first') + row('last'), { above })[0]).toMatchObject({
    type,
    column: 'top',
    title: 'Pears / Kinds of pear',
  });
});

test('reads the description in a panel as part of it', () => {
  const facts = ['Family', 'Order'].map((label) => `<div><span>${label}:</span><span>Rosaceae</span></div>`).join('');
  const about = '<div><h2>Description</h2><div data-attrid="description"><p>The pear is a fruit.</p></div></div>';
  const panel = (title: string) => `<div><h2 ${title}>Pear</h2><div>Fruit</div>${facts}${about}</div>`;
  const sideOf = (beside: string) =>
    elementsOf(row('first') + row('last'), { beside }).filter(({ column }) => column === 'side');
  expect(sideOf(panel('data-attrid="title"'))).toHaveLength(1);
});

test('reads a section that only leads to the tab with pictures as images', () => {
  const link = (text: string) => `<a href="/search?q=pears&amp;tbm=isch">${text}</a>`;
  const tiles = '<a role="button"><img alt="A pear"><span>Product</span></a>';
  const list = `${row('first')}<div><div><h2>${link('Pictures')}</h2>${link('All of them')}</div>${tiles}</div>${row('last')}`;
  expect(elementsOf(list).map(({ type }) => type)).toEqual(['organic', 'images', 'organic']);
});

test('reads no element from a footer', () => {
  const html = `<div id="main">${row('first')}${row('last')}<footer>12345 Springfield, from your device</footer></div>`;
  expect(parseAlphaSearch(html, { elements: true }).elements!.map(({ type }) => type)).toEqual(['organic', 'organic']);
});

test('reads the heading above advertisements as part of them', () => {
  const ad = '<div data-text-ad><a href="https://shop.example/"><h3>Buy pears</h3></a><cite>shop.example</cite></div>';
  const ads = `<div id="tads"><div><h2>Sponsored results</h2><div>These are paid for.</div></div>${ad}</div>`;
  const elements = elementsOf(row('first') + row('last'), { above: ads });
  expect(elements.map(({ type }) => type)).toEqual(['ad', 'organic', 'organic']);
});

test.each([
  ['marked', '<i>None for this search.</i><h1>AI Overview</h1>'],
  ['only written', '<h1>AI Overview</h1><div aria-hidden="true">AI Overview</div>'],
])('titles a generated overview by its title, %s', (_, head) => {
  const answer = '<p>Pears are ripe when their neck gives way to a gentle press of the thumb.</p>';
  expect(elementsOf(`<div data-mcp="18"><div>${head}</div>${answer}</div>${row('first')}`)[0]).toMatchObject({
    type: 'ai_overview',
    title: 'AI Overview',
  });
});

test('titles the queries at the end by the last heading before them', () => {
  const heading = (title: string, level = 2) => `<div><b role="heading" aria-level="${level}">${title}</b></div>`;
  const stub = `<div><div>${heading('People also ask')}<div><b role="button">Feedback</b></div></div></div>`;
  const tile = `<div><a href="/search?q=pear&stick=x"><img src="p.jpg"></a>${heading('Pear', 3)}</div>`;
  const queries = ['ripe pears', 'pear trees'].map((q) => `<div><a href="/search?q=${q}">${q}</a></div>`).join('');
  const found = `<div>${heading('People also search for')}<div>${tile}${tile}</div><div>${queries}</div></div>`;
  const elements = elementsOf(`${row('first')}</div><div id="botstuff"><div>${stub}${found}</div>`);
  expect(elements.at(-1)).toMatchObject({ type: 'related_searches', title: 'People also search for' });
});

test('titles images by the link to all of them', () => {
  const tile = (n: number) =>
    `<div><a href="/imgres?imgurl=https://p.example/${n}.jpg&imgrefurl=https://p.example/${n}"><img src="${n}.jpg" alt=""></a></div>`;
  const heading = '<div><a href="/search?q=pears&tbm=isch"><span>Images</span></a></div>';
  const images = `<div><div>${heading}<div>${[1, 2, 3].map(tile).join('')}</div></div></div>`;
  expect(elementsOf(row('first') + images + row('last'))[1]).toMatchObject({ type: 'images', title: 'Images' });
});

test('reads a carousel of entities above the columns', () => {
  const tiles = ['Pear', 'Apple', 'Fig', 'Plum'].map(
    (name) => `<div><a href="/search?q=${name}&stick=x"><img src="${name}.jpg">${name}</a></div>`,
  );
  const above = `<div data-attrid="Best"><div>Fruit of the year</div>${tiles.join('')}</div>`;
  expect(elementsOf(row('first'), { above })[0]).toMatchObject({
    type: 'other',
    column: 'top',
    title: 'Fruit of the year',
  });
  expect(elementsOf(row('first'), { above: above.replace(tiles[0]!, '') })).toHaveLength(1);
});

test('titles places by the line above them if their heading is only for screen readers', () => {
  const clipped = 'style="clip:rect(1px,1px,1px,1px);height:1px;overflow:hidden;position:absolute;width:1px"';
  const place = (name: string) =>
    `<div data-cid="123456789012345${name.length}"><div role="heading" aria-level="3">${name}</div><div>4.5 (12)</div><div>Orchard</div></div>`;
  const list = `<div><h2 ${clipped}>Local Results</h2><div><div><div role="button">Sort</div><div>Places</div></div><div>${place('Pear Yard')}${place('Plum Orchard')}</div></div></div>`;
  expect(elementsOf(row('first') + list + row('last'))[1]).toMatchObject({ type: 'local_results', title: 'Places' });
});

test('titles queries that are headings themselves by the heading before them', () => {
  const queries = ['ripe pears', 'pear trees'].map(
    (q) =>
      `<div><div role="button" aria-expanded="false"><b role="heading" aria-level="2">${q}</b></div><div hidden><a href="/search?q=${q}">${q}</a></div></div>`,
  );
  const last = `<div id="botstuff"><div><h2>Related searches</h2>${queries.join('')}</div></div>`;
  const elements = elementsOf(`${row('first')}</div>${last}`);
  expect(elements.at(-1)).toMatchObject({ type: 'related_searches', title: 'Related searches' });
});
