import { describe, expect, test } from 'vitest';
import { readKnowledgeGraph } from '../../src/alpha/knowledge-graph/knowledge-graph.js';
import { parseHtmlPage } from '../../src/page/page.js';

const graph = (html: string) => readKnowledgeGraph(parseHtmlPage(html)).value;
const title = '<div data-attrid="title">Pear House</div>';
const text = 'Pear House was built for the pears of the valley by those who grew them.';
const description = `<div data-attrid="description"><span>${text}</span></div>`;
const address = '<div data-attrid="kc:/location/location:address"><b>Address:</b><i>1 Pear Lane</i></div>';
const marked = (...parts: string[]): string => `<div id="rso"><div>${title}${parts.join('')}</div></div>`;
const site = (label: string, href = 'https://www.pear.example/'): string => `<a href="${href}">${label}</a>`;
const directions = '<a href="/maps/dir//x">Directions</a>';

describe('the website of a panel', () => {
  test.each<[string, string, string | undefined]>([
    [
      'is the link with the website property',
      marked(`<div data-attrid="visit_official_site">${site('Visit')}</div>`, description),
      'https://www.pear.example/',
    ],
    [
      'is not a hidden link',
      marked(`<div data-attrid="visit_official_site" style="display:none">${site('Visit')}</div>`, description),
      undefined,
    ],
    ['is the link that shows its host', marked(site('pear.example'), description), 'https://www.pear.example/'],
    [
      'is the link that shows its host with www',
      marked(site('WWW.Pear.example'), description),
      'https://www.pear.example/',
    ],
    ['is not a link that shows another host', marked(site('plum.example'), description), undefined],
    ['is not another link of an entity', marked(site('Website'), description), undefined],
    [
      'is not another link of an entity beside a button',
      marked(`<div><a role="button">Save</a>${site('Website')}</div>`, description),
      undefined,
    ],
    ['is another link of a place', marked(site('Website'), address), 'https://www.pear.example/'],
    [
      'is another link beside a link to directions',
      marked(directions, site('Website'), description),
      'https://www.pear.example/',
    ],
    ['is not a link within the engine', marked('<a href="/search?q=x">Website</a>', address), undefined],
    [
      'is not a link to a service of the engine',
      marked(site('Website', 'https://maps.google.com/x'), address),
      undefined,
    ],
    ['is not a link with an image', marked(site('<img>Website'), address), undefined],
    ['is not a link with a heading', marked(site('<h4>Website</h4>'), address), undefined],
    ['is not a link without text', marked(site(''), address), undefined],
    ['is not a link in a dialog', marked(`<div role="dialog">${site('Website')}</div>`, address), undefined],
    ['is not a link right above the title', `<div>${site('pear.example')}</div>${marked(description)}`, undefined],
    [
      'is the link of a panel without a description and facts',
      marked(`<div data-attrid="visit_official_site">${site('Visit')}</div>`),
      'https://www.pear.example/',
    ],
    ['is not a link below the description', marked(description, address, site('Website')), undefined],
    ['is not a link below the facts', marked(address, site('Website')), undefined],
    [
      'is the first link of the website property that leads to another site',
      marked(
        `<div data-attrid="visit_official_site"><a href="/search?q=x">Search</a>${site('Visit')}</div>`,
        description,
      ),
      'https://www.pear.example/',
    ],
  ])('%s', (_, html, website) => {
    expect(graph(html)?.website).toBe(website);
  });
});

describe('the type of a panel', () => {
  const typeOf = (html: string): string | undefined => graph(marked(html, description))?.type;
  test.each<[string, string, string | undefined]>([
    ['is its subtitle', '<div data-attrid="subtitle">Farm</div>', 'Farm'],
    ['is its summary', '<div data-attrid="kc:/x:one line summary"><p>Farm</p><p>Open</p></div>', 'Farm'],
    [
      'is the first line of its summary with a letter',
      '<div data-attrid="kc:/x:one line summary"><p>4.5</p><p>Farm</p></div>',
      'Farm',
    ],
    ['is written once if it is repeated', '<div data-attrid="subtitle">FarmFarm</div>', 'Farm'],
    ['is kept if it only repeats letters', '<div data-attrid="subtitle">Yoyo</div>', 'Yoyo'],
    ['is not read beside a rating', '<div data-attrid="subtitle"><i aria-label="4.5 of 5"></i>Farm</div>', undefined],
    [
      'is read beside a label without a number',
      '<div data-attrid="subtitle"><i aria-label="Stars"></i>Farm</div>',
      'Farm',
    ],
    ['is not read from another property', '<div data-attrid="kc:/x:subtitles">Farm</div>', undefined],
    ['is not read from a summary without a letter', '<div data-attrid="kc:/x:one line summary">4.5</div>', undefined],
  ])('%s', (_, html, type) => {
    expect(typeOf(html)).toBe(type);
  });
});

describe('the facts of a marked panel', () => {
  const fact = (label: string, value: string): string =>
    `<div data-attrid="kc:/x:y"><b>${label}:</b><i>${value}</i></div>`;
  const attributes = (html: string) => graph(html)?.attributes;

  test('may be in a list, and their labels may contain numbers', () => {
    const facts = `<ul><li>${fact('Born', '1850')}</li></ul>${fact('Rank in 1870', 'first')}`;
    expect(attributes(marked(facts))).toEqual({ Born: '1850', 'Rank in 1870': 'first' });
  });

  test('are read above the list and beside it', () => {
    const html = `<div>${title}${fact('Born', '1850')}</div><div id="rso"></div><div id="rhs">${fact('Died', '1911')}</div>`;
    expect(attributes(html)).toEqual({ Born: '1850', Died: '1911' });
  });

  test('are read beside the list if that column is first in the source', () => {
    const side = `<div id="rhs">${fact('Died', '1911')}${description}</div>`;
    const html = `${side}<div>${title}${fact('Born', '1850')}</div><div id="rso"></div>`;
    expect(graph(html)).toEqual({
      title: 'Pear House',
      description: text,
      attributes: { Born: '1850', Died: '1911' },
    });
  });

  test('have no paragraph beside them as the description if that is not marked', () => {
    const beside = `${fact('Born', '1850')}<p>${text}</p>`;
    const html = `<div>${title}</div><div id="rso"></div><div id="rhs">${beside}</div>`;
    expect(graph(html)).toEqual({ title: 'Pear House', attributes: { Born: '1850' } });
  });
});

test('a panel without marks has the title in its column, wherever that is in the source', () => {
  const heading = (name: string): string => `<div role="heading" aria-level="2">${name}</div>`;
  const side = `<div id="rhs"><p>x</p>${heading('Pear House')}<div><b>Born:</b> <i>1850</i></div>${heading('Plums')}</div>`;
  expect(graph(`${side}<div id="rso"></div>`)?.title).toBe('Pear House');
});

describe('the reader of a panel', () => {
  const readerOf = (html: string) => readKnowledgeGraph(parseHtmlPage(html)).reader;

  test('is named after the sign of the panel', () => {
    expect(readerOf(marked(address))).toBe('marked');
    const head = '<p>x</p><div><div role="heading" aria-level="2">Pear House</div><p>Farm</p></div>';
    expect(readerOf(`<div id="rso"></div><div id="rhs">${head}<div><b>Born:</b> <i>1850</i></div></div>`)).toBe(
      'heading',
    );
  });

  test('tries a block with two headings once', () => {
    const heading = '<div role="heading" aria-level="2">Pear House</div>';
    const { dropped } = readKnowledgeGraph(parseHtmlPage(`<div id="rso"><div>${heading}${heading}</div></div>`));
    expect(dropped).toHaveLength(1);
  });
});

describe('of several panels', () => {
  const other = '<div data-attrid="title">Plum House</div>';
  const plum = `<div data-attrid="description"><span>${text.replace('Pear', 'Plum')}</span></div>`;
  test.each<[string, string, string | undefined]>([
    ['the first is read', `${title}${description}${other}${plum}`, 'Pear House'],
    ['the first with content is read', `${title}${other}${plum}`, 'Plum House'],
    ['another is read before that of a place', `${title}${address}${other}${plum}`, 'Plum House'],
    [
      'that of a place is read if it has a description',
      `${title}${address}${description}${other}${plum}`,
      'Pear House',
    ],
    ['hidden titles are ignored', `${title.replace('<div', '<div hidden')}${description}`, undefined],
    ['titles in links are ignored', `<a href="/x">${title}</a>${description}`, undefined],
    ['empty titles are ignored', `<div data-attrid="title"></div>${description}`, undefined],
  ])('%s', (_, html, name) => {
    expect(graph(`<div id="rso"><div>${html}</div></div>`)?.title).toBe(name);
  });
});

describe('a panel whose title is above the list', () => {
  const born = '<div><b>Born:</b> <i>1850</i></div>';
  const beside = (above: string): string => `<div>${above}</div><div id="rso"></div><div id="rhs">${born}</div>`;

  test('has the facts beside the list, which need no property', () => {
    expect(graph(beside(title))).toEqual({ title: 'Pear House', attributes: { Born: '1850' } });
  });

  test('has the description above the list and the facts beside it', () => {
    expect(graph(beside(title + description))).toEqual({
      title: 'Pear House',
      description: text,
      attributes: { Born: '1850' },
    });
  });
});

describe('the type of a panel on a phone', () => {
  const rest = '<div><b>Born:</b> <i>1850</i></div><div><b>Died:</b> <i>1911</i></div>';
  test.each<[string, string]>([
    ['is below the rating', '<div>4.5</div><div>Farm</div>'],
    ['is below the number of ratings in a line of its own', '<div>4.5</div><div>(1,398)</div><div>Farm</div>'],
    ['is below a rating with a word', '<div>4.5 stars</div><div>Farm</div>'],
  ])('%s', (_, lines) => {
    const head = `<a role="button"><div><div>Pear House</div>${lines}</div></a>`;
    expect(graph(`<div id="rso"><div><div><h2>Region</h2></div>${head}${rest}</div></div>`)).toMatchObject({
      title: 'Pear House',
      type: 'Farm',
    });
  });
});

describe('a panel on a phone', () => {
  const rest = '<div><b>Born:</b> <i>1850</i></div>';
  const phone = (lines: string, more = rest, above = '') =>
    graph(
      `<div id="rso">${above}<div><div><h2>Region</h2></div><a role="button"><div>${lines}</div></a>${more}</div></div>`,
    );
  const attributes = { Born: '1850' };

  test('has no type if its head is one line', () => {
    expect(phone('<div>Pear House</div>')).toEqual({ title: 'Pear House', attributes });
  });

  test('has a title', () => {
    expect(phone('<div>4.5</div>')).toBeUndefined();
  });

  test('has a website beside links that are buttons, not beside other buttons', () => {
    const buttons = (name: string) => `<div><${name} role="button">Call</${name}>${site('Website')}</div>${rest}`;
    expect(phone('<div>Pear House</div>', buttons('a'))?.website).toBe('https://www.pear.example/');
    expect(phone('<div>Pear House</div>', buttons('div'))?.website).toBeUndefined();
  });

  test('does not have the facts of a section above another row', () => {
    const section = '<div><div role="heading" aria-level="2">Plums</div><div><b>Died:</b> <i>1911</i></div></div>';
    const row = '<div><a href="https://plum.example/"><h3>Plums</h3></a></div>';
    expect(phone('<div>Pear House</div>', rest, section + row)?.attributes).toEqual(attributes);
  });
});

describe('a panel without attributes', () => {
  const fact = (label: string): string => `<div><b>${label}:</b> <i>1850</i></div>`;
  const named = '<div role="heading" aria-level="2">Pear House</div>';
  const head = `${named}<p>Farm</p>`;
  const column = (html: string): string => `<div id="rso"></div><div id="rhs">${html}</div>`;
  const read = (html: string) => {
    const panel = graph(html);
    return panel && [panel.title, panel.type, Object.keys(panel.attributes ?? {}).length];
  };

  test.each<[string, string, unknown[] | undefined]>([
    [
      'is read with one fact beside the rows',
      column(`<p>x</p><div>${head}</div>${fact('Born')}`),
      ['Pear House', 'Farm', 1],
    ],
    ['has its type below its title', column(`<p>x</p><div>${head}</div>${fact('Born')}`), ['Pear House', 'Farm', 1]],
    [
      'has its type after its controls',
      column(`<p>x</p><div>${named}<p><a href="/x">Save</a></p><p>Farm</p></div>${fact('Born')}`),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has its type after its rating',
      column(`<p>x</p><div>${named}<p>4.5 <a href="/x">12 reviews</a></p><p>Farm</p></div>${fact('Born')}`),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has its type after its rating in a line of its own',
      column(
        `<p>x</p><div>${named}<div><p>4.5</p><p><a href="/x">12 reviews</a></p></div><p>Farm</p></div>${fact('Born')}`,
      ),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has a type with a link in it',
      column(`<p>x</p><div>${named}<p>Farm in <a href="/x">Kent</a></p><p>Open</p></div>${fact('Born')}`),
      ['Pear House', 'Farm in Kent', 1],
    ],
    [
      'has its type within its heading',
      column(`<p>x</p><div><div role="heading" aria-level="2"><p>Pear House</p><p>Farm</p></div></div>${fact('Born')}`),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has a title of several elements',
      column(
        `<p>x</p><div><div role="heading" aria-level="2"><span>Pear</span> <span>House</span></div><p>Farm</p></div>${fact('Born')}`,
      ),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has a title of several elements in a block of its own',
      column(
        `<p>x</p><div><div><div role="heading" aria-level="2"><span>Pear</span> <span>House</span></div></div><p>Farm</p></div>${fact('Born')}`,
      ),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has a type of 80 letters',
      column(`<p>x</p><div>${named}<p>${'x'.repeat(80)}</p></div>${fact('Born')}`),
      ['Pear House', 'x'.repeat(80), 1],
    ],
    [
      'has no type of 81 letters',
      column(`<p>x</p><div>${named}<p>${'x'.repeat(81)}</p></div>${fact('Born')}`),
      ['Pear House', undefined, 1],
    ],
    [
      'has the first heading of the second level as its title if none has the role',
      column(`<p>x</p><h1>Results</h1><h3>Note</h3><div><h2>Pear House</h2><p>Farm</p></div>${fact('Born')}`),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has facts in a list',
      column(`<p>x</p><div>${head}</div><ul><li>${fact('Born')}</li></ul>`),
      ['Pear House', 'Farm', 1],
    ],
    [
      'has no fact in its title',
      column(
        `<p>x</p><div><div role="heading" aria-level="2"><span>Pears:</span> <span>a history</span></div><p>Book</p></div>${fact('Born')}`,
      ),
      ['Pears: a history', 'Book', 1],
    ],
    [
      'is read with two facts on a page without regions',
      `<div><div>${head}${fact('Born')}${fact('Died')}</div></div>`,
      ['Pear House', 'Farm', 2],
    ],
    ['is not read without a fact', column(`<p>x</p><div>${head}</div>`), undefined],
    [
      'has its title above the list',
      `${head}<div id="rso"></div><div id="rhs">${fact('Born')}</div>`,
      ['Pear House', 'Farm', 1],
    ],
    [
      'has no title above a paragraph',
      `${head}<p>${'x'.repeat(81)}</p><div id="rso"></div><div id="rhs">${fact('Born')}</div>`,
      undefined,
    ],
    [
      'has its title above a line of 80 letters',
      `${head}<p>${'x'.repeat(80)}</p><div id="rso"></div><div id="rhs">${fact('Born')}</div>`,
      ['Pear House', 'Farm', 1],
    ],
    [
      'has no title in the column of the rows',
      `<div id="center_col">${head}<div id="rso"></div></div><div id="rhs">${fact('Born')}</div>`,
      undefined,
    ],
    [
      'is read with two facts among the rows',
      `<div id="rso"><div>${head}${fact('Born')}${fact('Died')}</div></div>`,
      ['Pear House', 'Farm', 2],
    ],
    ['is not read with one fact among the rows', `<div id="rso"><div>${head}${fact('Born')}</div></div>`, undefined],
    [
      'is not read with facts in a list among the rows',
      `<div id="rso"><div>${head}<ul><li>${fact('Born')}</li><li>${fact('Died')}</li></ul></div></div>`,
      undefined,
    ],
    [
      'is not read with facts by the hour among the rows',
      `<div id="rso"><div>${head}${fact('At 10')}${fact('At 11')}</div></div>`,
      undefined,
    ],
    [
      'is not read with its title in a link',
      `<div id="rso"><div><a href="/x">${head}</a>${fact('Born')}${fact('Died')}</div></div>`,
      undefined,
    ],
  ])('%s', (_, html, expected) => {
    expect(read(html)).toEqual(expected);
  });
});
