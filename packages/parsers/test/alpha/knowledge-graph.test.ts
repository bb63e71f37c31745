import { expect, test } from 'vitest';
import { readKnowledgeGraph } from '../../src/alpha/knowledge-graph/knowledge-graph.js';
import { parseHtmlPage } from '../../src/page/page.js';

const graph = (html: string) => readKnowledgeGraph(parseHtmlPage(html)).value;
const search = (text: string, query = text): string =>
  `<a href="/search?q=${encodeURIComponent(query)}&amp;si=x">${text}</a>`;
const fact = (label: string, value: string, property = 'kc:/people/person:x'): string =>
  `<div data-attrid="${property}"><div><span>${label}<span>:</span></span><span><span>${value}</span></span></div></div>`;
const title = '<div data-attrid="title">Ada Quince</div><div data-attrid="subtitle">Fruit painter</div>';
const text = 'Ada Quince was a painter of pears who never sold a single one of her two thousand pictures.';
const wiki = '<a href="https://encyclopedia.example/Ada_Quince">Encyclopedia</a>';
const description = `<div data-attrid="description"><h3>Opis</h3><span>${text}</span><span> ${wiki}</span></div>`;
const described = {
  description: text,
  description_link: 'https://encyclopedia.example/Ada_Quince',
  description_source: 'Encyclopedia',
};

test('reads a panel beside the results', () => {
  const born = fact('Born', `May 1, 1850, ${search('Pomona, CA', 'Pomona California')}`);
  expect(
    graph(`<div id="rso"></div><div id="rhs"><h2>Complementary Results</h2>${title}${description}${born}</div>`),
  ).toEqual({
    type: 'Fruit painter',
    title: 'Ada Quince',
    attributes: { Born: 'May 1, 1850, Pomona, CA' },
    ...described,
  });
});

test('reads a title above the results and the rest of the panel beside them', () => {
  const html = `<div>${title}</div><div id="rso"><div id="rhs">${description}${fact('Urodziny', '1 maja 1850')}</div></div>`;
  expect(graph(html)).toMatchObject({ title: 'Ada Quince', attributes: { Urodziny: '1 maja 1850' }, ...described });
});

test('reads a panel among the results, including its collapsed content', () => {
  const collapsed = `<g-expandable-content style="display:none">${fact('Height', '1.63 m')}</g-expandable-content>`;
  expect(graph(`<div id="rso">${title}${description}${collapsed}</div>`)?.attributes).toEqual({ Height: '1.63 m' });
});

test.each([
  ['on a page without scripts', ''],
  ['on such a page with absolute addresses, as browsers save it', 'https://www.google.com'],
])('reads a panel %s', (_, origin) => {
  const list = `<div><a href="${origin}/url?q=https://pears.example/"><h3>Pears</h3></a><div><span>Sort</span>: <span>Conference</span></div></div>`;
  const block = `<div><div><span><h3>Ada Quince</h3></span><span><div>Fruit painter</div></span></div><div><div>${text}</div></div><div><span>Born</span>: <span>1850</span></div></div>`;
  expect(graph(`<div id="main">${block}${list}</div>`)).toEqual({
    type: 'Fruit painter',
    title: 'Ada Quince',
    attributes: { Born: '1850' },
    description: text,
  });
});

test('reads a panel with a source but no facts on a page without scripts', () => {
  const block = `<div><div><h3>Ada Quince</h3></div><div><span>${text}</span> <span>${wiki}</span></div></div>`;
  const row = '<div><a href="/url?q=https://pears.example/"><h3>Pears</h3></a></div>';
  expect(graph(`<div id="main">${block}${row}</div>`)).toEqual({ title: 'Ada Quince', ...described });
});

test('reads a panel in the old layout, whose title has no attribute', () => {
  const head = '<h2>Knowledge Result</h2><div role="heading"><div>Ada Quince</div><div>Fruit painter</div></div>';
  const rest = `<div><h3>Description</h3><span>${text}</span> <span>${wiki}</span></div><div><span><a href="/search?q=ada+quince+born">Born</a>: </span><span>1850</span></div>`;
  expect(graph(`<div id="rhs">${head}<div>${rest}</div></div>`)).toEqual({
    type: 'Fruit painter',
    title: 'Ada Quince',
    attributes: { Born: '1850' },
    ...described,
  });
});

test('reads the category, the website and the opening hours of a business, without the table of hours', () => {
  const head =
    '<div data-attrid="title">Pear & Sons</div><div data-attrid="kc:/local:one line summary">Orchard in Pomona</div>';
  const buttons =
    '<div><a href="https://maps.google.com/maps?daddr=x">Route</a><a href="https://pear-and-sons.example/">Site Web</a></div>';
  const hours = fact(
    'Hours',
    '<div role="button" aria-expanded="false">Open ⋅ Closes 19:00</div><div><table><tr><td>Monday</td><td>9–19</td></tr></table></div>',
    'kc:/location/location:hours',
  );
  expect(graph(`<div id="rhs">${head}${buttons}${hours}</div>`)).toEqual({
    type: 'Orchard in Pomona',
    title: 'Pear & Sons',
    website: 'https://pear-and-sons.example/',
    attributes: { Hours: 'Open ⋅ Closes 19:00' },
  });
});

test('reads the website of an entity from the link whose text is its host', () => {
  const links =
    '<a href="https://films.example/quince">8.7/10</a><a href="https://www.quince.example/"><span>quince.example</span></a>';
  expect(graph(`<div id="rhs">${title}${links}${description}</div>`)?.website).toBe('https://www.quince.example/');
  expect(graph(`<div id="rhs">${title}${description}${links}</div>`)?.website).toBeUndefined();
});

test('leaves the link to the rest of a list out of a value', () => {
  const rest = search('WIĘCEJ', 'ada quince pictures');
  const values: Record<string, string> = {
    comma: `${search('Pear')}, ${search('Quince')}<span>,</span> ${rest}`,
    dot: `${search('Pear')} (1870)<span> · </span>${rest}`,
    and: `${search('Pear')}, ${search('Quince')}, and ${rest}`,
    bare: `${search('Pear')}<span>,</span> <a role="link">${rest}</a>`,
    none: `${search('Pear')}, ${search('Quince')}`,
  };
  const rows = Object.entries(values).map(([label, value]) => fact(label, value));
  expect(graph(`<div id="rhs">${title}${rows.join('')}</div>`)?.attributes).toEqual({
    comma: 'Pear, Quince',
    dot: 'Pear (1870)',
    and: 'Pear, Quince',
    bare: 'Pear',
    none: 'Pear, Quince',
  });
});

test('leaves the source of a value out of the value', () => {
  const source = '<span><a href="https://statistics.example/">Statistics</a></span>';
  const row = `<div data-attrid="kc:/x:y"><span><a href="/search?q=x">Area</a>: </span><span>105 km²</span>${source}</div>`;
  const note = '<div>Sources include: <a href="https://a.example/">A</a>, <a href="https://b.example/">B</a></div>';
  expect(graph(`<div id="rhs">${title}${row}${note}</div>`)?.attributes).toEqual({ Area: '105 km²' });
});

test('reads a link as the value of a property with an attribute', () => {
  const menu = fact('Menu', '<a href="https://orchard.example/menu">orchard.example</a>', 'kc:/local:menu');
  expect(graph(`<div id="rhs">${title}${menu}</div>`)?.attributes).toEqual({ Menu: 'orchard.example' });
});

test('ignores labels in collapsed questions, dialogs, tables and links', () => {
  const others = [
    `<div data-attrid="okra/answer_panel/Colors">${fact('Search for', search('quince colors'), '')}</div>`,
    `<div role="dialog">${fact('Note', 'thank you', '')}</div>`,
    `<table><tr><td>${fact('Fat', '0 g', '')}</td></tr></table>`,
    `<a href="/search?q=x">${fact('Price', '3 €', '')}</a>`,
  ];
  expect(graph(`<div id="rhs">${title}${others.join('')}${fact('Born', '1850')}</div>`)?.attributes).toEqual({
    Born: '1850',
  });
});

test('reads labels in other scripts, with a full-width or separate colon', () => {
  const rows = `${fact('出生', '1850年')}<div data-attrid="kc:/x:z"><span>Décès : </span><span>1920</span></div>`;
  const wide = '<div data-attrid="kc:/x:w"><span>身長：</span><span>163 cm</span></div>';
  expect(graph(`<div id="rhs">${title}${rows}${wide}</div>`)?.attributes).toEqual({
    出生: '1850年',
    Décès: '1920',
    身長: '163 cm',
  });
});

test('reads a source without a link after a horizontal bar', () => {
  const block = `<div data-attrid="description"><h3>Description</h3><span>${text}<span><span> ― Fruitpedia</span></span></span></div>`;
  expect(graph(`<div id="rhs">${title}${block}</div>`)).toMatchObject({
    description: text,
    description_source: 'Fruitpedia',
  });
});

test('leaves the source label, the second copy of the source and buttons out of the description', () => {
  const copy = `<span><span>${wiki}</span><span role="button">More</span></span>`;
  const block = `<div data-attrid="VisualDigestDescription"><span>${text}</span><div><span>Fuente:</span>${wiki}</div>${copy}</div>`;
  expect(graph(`<div id="rhs">${title}${block}</div>`)).toMatchObject(described);
});

test('does not read a choice between entities as a panel', () => {
  const choice = `<h2 data-attrid="title">See results about</h2><div>${search(`<div>Ada Quince</div><div>${text}</div>`, 'Ada Quince')}</div>`;
  expect(graph(`<div id="rso"></div><div id="rhs">${choice}</div>`)).toBeUndefined();
});

test('does not read a heading without facts or a source as a panel', () => {
  const ad =
    '<div role="heading">Ads</div><div><a href="https://pears.example/">Pears</a></div><div>Fresh from the tree</div>';
  expect(graph(`<div id="rhs">${ad}</div>`)).toBeUndefined();
});

test('leaves answers below the title out of the facts of a panel', () => {
  const answer = `<div data-attrid="wa:/description">${fact('Born', '1850', '')}</div>`;
  expect(
    graph(`<div>${title}</div><div id="rso">${answer}</div><div id="rhs">${description}</div>`)?.attributes,
  ).toBeUndefined();
});

test('returns undefined for a page without a panel', () => {
  expect(graph('<div id="rso"><a href="https://pears.example/"><h3>Pears</h3></a></div>')).toBeUndefined();
});

test('reads labels that are names of Object properties', () => {
  const labels = ['constructor', 'toString', '__proto__', 'Colour'];
  const title = '<div data-attrid="title">Pear</div>';
  const beside = `<div id="rhs">${title}${labels.map((label) => fact(label, `of ${label}`)).join('')}</div>`;
  expect(Object.entries(graph(beside)?.attributes ?? {})).toEqual(labels.map((label) => [label, `of ${label}`]));
});

test('does not read the rating and the review count as the type of a product', () => {
  const stars = '<span role="img" aria-label="Rated 4.7 out of 5,"><span></span></span><span>17,059 reviews</span>';
  const beside = `<div id="rhs"><h2 data-attrid="title">Pear phone</h2><div data-attrid="subtitle">${stars}</div>${fact('Brand', 'Pear')}</div>`;
  expect(graph(beside)).toEqual({ title: 'Pear phone', attributes: { Brand: 'Pear' } });
});

test('keeps a link at the end of a value whose query is part of its text, in a script without spaces', () => {
  const born = `1867年2月9日, <a href="/search?q=${encodeURIComponent('新宿')}">新宿区</a>`;
  const beside = `<div id="rhs"><div data-attrid="title">夏目漱石</div>${fact('生年月日', born)}</div>`;
  expect(graph(beside)?.attributes).toEqual({ 生年月日: '1867年2月9日, 新宿区' });
});

test.each([
  ['part of its text', '新宿', '新宿区'],
  ['a text that contains its text', '新宿区', '新宿'],
])('keeps the last link of a list whose query is %s, in a script without spaces', (_, query, linked) => {
  const value = `${search('渋谷')}, ${search(linked, query)}`;
  const beside = `<div id="rhs"><div data-attrid="title">夏目漱石</div>${fact('住所', value)}</div>`;
  expect(graph(beside)?.attributes).toEqual({ 住所: `渋谷, ${linked}` });
});

test('ignores busy times, visitor questions and the opening state of a place', () => {
  const busyTimes = `<div data-attrid="kc:/local:busyness"><div><span>11 AM:</span> <span>Usually not busy</span></div></div>`;
  const questions = `<div data-attrid="kc:/local:place qa"><div><span>Q: </span><span>Is there parking?</span></div></div>`;
  const hours = `<div data-attrid="kc:/location/location:hours"><div role="button"><b>Closes soon:</b> 3PM</div></div>`;
  const type =
    '<div data-attrid="kc:/local:one line summary"><div><span>Orchard</span><span><span>Open</span></span></div></div>';
  const head = `<div data-attrid="title">Quince Hill</div>${type}`;
  const html = `<div id="rso">${head}${busyTimes}${questions}${hours}${fact('Phone', '555 0100', 'kc:/local:phone')}</div>`;
  expect(graph(html)).toEqual({ title: 'Quince Hill', type: 'Orchard', attributes: { Phone: '555 0100' } });
});

test('reads a label on its own line without a colon', () => {
  const apart = '<div data-attrid="kc:/food/food:flavor"><div><div>Flavor</div><div>Sweet</div></div></div>';
  expect(graph(`<div id="rso">${title}${apart}</div>`)?.attributes).toEqual({ Flavor: 'Sweet' });
});

test('reads panels without data-attrid attributes', () => {
  const unmarked = (html: string) => graph(html.replace(/\sdata-attrid="[^"]*"/g, ''));
  const head = '<div role="heading" aria-level="2">Ada Quince</div><div>Fruit painter</div>';
  const facts = fact('Born', '1850') + fact('Died', '1911');
  const expected = { type: 'Fruit painter', title: 'Ada Quince', attributes: { Born: '1850', Died: '1911' } };
  const row = '<div><a href="https://pears.example/"><h3>Pears</h3><cite>https://pears.example</cite></a></div>';
  const column = `<div id="rhs"><h2>Complementary Results</h2><div>${head}${facts}</div></div>`;
  expect(unmarked(`<div id="rso">${row}</div>${column}`)).toEqual(expected);
  expect(unmarked(`<div>${head}</div><div id="rso">${row}</div><div id="rhs">${facts}</div>`)).toEqual(expected);
  expect(unmarked(`<div id="rso"><div>${head}${facts}</div>${row}</div>`)).toEqual(expected);
  const button = '<a role="button"><div><div>Ada Quince</div><div>4.5 (1,398)</div><div>Fruit painter</div></div></a>';
  const site = '<div><a role="button" href="#">Call</a><a href="https://quince.example/">Website</a></div>';
  expect(unmarked(`<div id="rso"><div><div><h2>Region</h2></div>${button}${site}${facts}</div>${row}</div>`)).toEqual({
    ...expected,
    website: 'https://quince.example/',
  });
});

test('does not read answers and busy times as panels', () => {
  const answer =
    '<div role="heading" aria-level="2">Why pears</div><ul><li><b>Taste</b>: sweet</li><li><b>Skin</b>: thin</li></ul>';
  const hours = `<div role="heading" aria-level="2">Popular times</div>${fact('10 AM', 'Busy', 'x')}${fact('11 AM', 'Busy', 'x')}`;
  for (const block of [answer, hours.replace(/\sdata-attrid="[^"]*"/g, '')]) {
    expect(graph(`<div id="rso"><div>${block}</div></div>`)).toBeUndefined();
  }
});

test('recognises the side column and the list by their roles on a page without region ids', () => {
  const head = '<div role="heading" aria-level="2">Ada Quince</div>';
  const about = `<div><div role="heading" aria-level="2">About</div><div><span>${text}</span><span> ${wiki}</span></div></div>`;
  const column = `<div role="complementary"><h2>Complementary Results</h2>${about}<div><span>Born: </span><span>1850</span></div></div>`;
  const page = `${head}<div role="main"></div>${column}`;
  expect(graph(page)).toMatchObject({ title: 'Ada Quince', attributes: { Born: '1850' }, ...described });
});

test('does not read the text of a tooltip as the description', () => {
  const tooltip =
    '<g-bubble><p>Reviews are not verified by us, but we look for what is made up and take it away.</p></g-bubble>';
  const fact = '<div><span>Address: </span><span>1 Pear Lane</span></div>';
  const html = `<div id="rso"></div><div id="rhs"><h2>Results</h2><div><h2>Pear House</h2><div>Farm</div></div>${fact}${tooltip}</div>`;
  expect(graph(html)).toEqual({ type: 'Farm', title: 'Pear House', attributes: { Address: '1 Pear Lane' } });
});

test('does not read a dictionary as a panel', () => {
  const forms = '<div><span>noun: </span><b>pear</b><span>; plural noun: </span><b>pears</b></div>';
  const verb = '<div><span>verb: </span><b>pare</b></div>';
  const html = `<div id="rso"><div><div role="heading" aria-level="2">Dictionary</div><div>${forms}${verb}<div><i>x</i>; <span>past tense: </span><b>pared</b></div><div><span>; past: </span><b>pared</b></div></div></div></div>`;
  expect(graph(html)).toBeUndefined();
});

test.each([
  ['separate blocks', '<div>May 1, 1850</div><div>Pomona</div>'],
  ['separate lines', 'May 1, 1850<br>Pomona'],
  ['separate inline elements', '<span>May 1, 1850 </span><!-- --><span>Pomona</span>'],
])('reads two values of a fact in %s', (_, value) => {
  const born = `<div data-attrid="kc:/people/person:born"><div><span>Bo</span><!-- --><span>rn in: </span>${value}</div></div>`;
  expect(graph(`<div id="rso">${title}${description}${born}</div>`)?.attributes).toEqual({
    'Born in': 'May 1, 1850 Pomona',
  });
});

test('leaves the opening state out of the type', () => {
  const head =
    '<div data-attrid="title">Quince</div><div data-attrid="subtitle"><span>Café</span> ⋅ <span>Fermé ⋅ Ouvre à 9h</span></div>';
  expect(graph(`<div id="rso">${head}${description}</div>`)?.type).toBe('Café');
});

test('does not read visitor questions and their answers as facts', () => {
  const questions =
    '<div><div><span>Q: </span><span>Is it open?</span></div><div><span>A: </span><span>Yes.</span></div></div>';
  expect(
    graph(`<div id="rso">${title}${description}</div><div id="rhs">${fact('Height', '2 m')}${questions}</div>`)
      ?.attributes,
  ).toEqual({ Height: '2 m' });
});

test('does not read region headings for screen readers as panel titles', () => {
  const names = '<div><h1 class="n">Complementary Results</h1><h2 class="n">Knowledge Result</h2></div>';
  const head = '<div><div role="heading" aria-level="3">Ada Quince</div><div>Fruit painter</div></div>';
  const facts = ['Born', 'Died']
    .map((label) => `<div><span>${label}</span><span>:</span> <span>1850</span></div>`)
    .join('');
  const clip = '.n{clip:rect(1px,1px,1px,1px);height:1px;overflow:hidden;position:absolute;width:1px}';
  for (const style of ['', `<style>${clip}</style>`]) {
    const html = `${style}<div id="rso"></div><div id="rhs"><div>${names}<div>${head}${facts}</div></div></div>`;
    expect(graph(html)).toEqual({
      title: 'Ada Quince',
      type: 'Fruit painter',
      attributes: { Born: '1850', Died: '1850' },
    });
  }
  const shown = `<div id="rhs"><h1>Results beside</h1><div><h2>Ada Quince</h2><div>Fruit painter</div>${facts}</div></div>`;
  expect(graph(`<div id="rso"></div>${shown}`)).toMatchObject({ title: 'Ada Quince', type: 'Fruit painter' });
});
