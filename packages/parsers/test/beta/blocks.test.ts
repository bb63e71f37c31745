import { describe, expect, test } from 'vitest';
import { parseBetaSearch } from '../../src/index.js';

const row = (name: string): string =>
  `<li><h2><a href="https://${name}.example/a">Pears of ${name}</a></h2><cite>https://${name}.example</cite><p>All about the pears of ${name} and their trees.</p></li>`;

function read(between: string, { above = '', beside = '' } = {}) {
  const list = `<ol id="b_results">${above}${row('first')}${between}${row('last')}</ol>`;
  const html = `<html><head><title>pears - Search</title></head><body><main><div id="b_content">${list}<aside><ol id="b_context">${beside}</ol></aside></div></main></body></html>`;
  const { blocks, elements } = parseBetaSearch(html, { blocks: true, elements: true });
  return { blocks: blocks!, kinds: elements!.map(({ type }) => type) };
}

describe('blocks of a Bing page', () => {
  test('reads the title, site, channel, date and duration of a video', () => {
    const video = (n: number): string =>
      `<div role="listitem"><a href="/videos/search?q=pears&mid=0A1B2C3D4E5F6071829${n}FFFF&view=detail"><div>4:3${n}</div><div>How pears ripen ${n}</div><div><span>1.2K views</span><span>9 months ago</span></div><div><span>YouTube</span><span>Orchard</span></div></a></div>`;
    const { blocks, kinds } = read(
      `<li><h2><a href="/videos/search?q=pears">Videos of pears</a></h2>${video(1)}${video(2)}</li>`,
    );
    expect(blocks.videos).toHaveLength(2);
    expect(blocks.videos[0]).toMatchObject({
      title: 'How pears ripen 1',
      source: 'YouTube · Orchard',
      date: '9 months ago',
      duration: '4:31',
      element: 2,
    });
    expect(kinds).toEqual(['organic', 'videos', 'organic']);
  });

  test('takes the title of an image from its text, or from its alt text if it has none', () => {
    const tile = (id: string, text: string): string =>
      `<div role="listitem"><a href="/images/search?q=pears&id=${id}"><img src="x.jpg" alt="Picture ${id}"></a><a href="/images/search?q=pears&id=${id}">${text}</a></div>`;
    const { blocks } = read(`<li><h2>Images of pears</h2>${tile('A1', 'A ripe pear')}${tile('B2', '')}</li>`);
    expect(blocks.images.map(({ title }) => title)).toEqual(['A ripe pear', 'Picture B2']);
  });

  test('reads advertisements in both columns and does not treat their sitelinks as advertisements', () => {
    const ad = (title: string): string =>
      `<li><div><h2><a href="https://www.bing.com/aclick?ld=x">${title}</a></h2><cite>shop.example</cite><p><span>Ad</span>Ripe pears.</p><ul><li><h3><a href="https://www.bing.com/aclick?ld=y">More</a></h3></li></ul></div></li>`;
    const { blocks, kinds } = read('', { above: ad('Buy pears'), beside: ad('Pear trees') });
    expect(blocks.ads.map(({ title, position, snippet }) => [title, position, snippet])).toEqual([
      ['Buy pears', 'top', 'Ripe pears.'],
      ['Pear trees', 'right', 'Ripe pears.'],
    ]);
    expect(kinds).toEqual(['ad', 'organic', 'organic', 'ad']);
  });

  test('reads the labelled facts of a knowledge panel in the side column', () => {
    const fact = (label: string, value: string): string => `<li><div><span>${label}:</span> ${value}</div></li>`;
    const text =
      'The pear is a fruit that ripens from the inside out, once it has been picked from its tree in autumn.';
    const panel = `<li><div><h2>Pear</h2><div>Fruit</div><div><span>${text}</span></div><a href="https://pear.example/">pear.example</a><ul>${fact('Family', 'Rosaceae')}${fact('Order&nbsp;of&nbsp;plants', 'Rosales')}</ul></div></li>`;
    const { blocks, kinds } = read('', { beside: panel });
    expect(blocks.knowledge_graph).toMatchObject({
      title: 'Pear',
      type: 'Fruit',
      website: 'https://pear.example/',
      description: text,
      attributes: { Family: 'Rosaceae', 'Order of plants': 'Rosales' },
    });
    expect(kinds).toEqual(['organic', 'organic', 'knowledge_graph']);
  });

  test('reads a box above the results without a link as an answer', () => {
    const { blocks } = read('', {
      above: '<li><div role="heading" aria-level="2">Time in Porto</div><div>7:08 pm</div><div>Wednesday</div></li>',
    });
    expect(blocks.answer).toMatchObject({ kind: 'fact', title: 'Time in Porto', text: '7:08 pm Wednesday' });
  });

  test('reads each suggested query once and lists unknown parts as elements', () => {
    const links = ['ripe pears', 'pear trees', 'ripe pears'].map(
      (q) => `<li><a href="/search?q=${q.replace(' ', '+')}">${q}</a></li>`,
    );
    const { blocks, kinds } = read(
      `<li><h2>Something else</h2><h2><a href="https://else.example/">Elsewhere</a></h2><h2><a href="https://other.example/">Other</a></h2></li><li><ul>${links.join('')}</ul></li>`,
    );
    expect(blocks.related_searches).toMatchObject([{ query: 'ripe pears' }, { query: 'pear trees' }]);
    expect(kinds).toEqual(['organic', 'other', 'related_searches', 'organic']);
  });

  test('reads suggested queries with the same icon each, and none with pictures of their own', () => {
    const part = (pictures: readonly string[]): string =>
      `<li><ul>${pictures.map((src, n) => `<li><a href="/search?q=pear+${n}"><img src="${src}" alt="">pear ${n}</a></li>`).join('')}</ul></li>`;
    const queries = (...pictures: string[]) => read(part(pictures)).blocks.related_searches.map(({ query }) => query);
    expect(queries('icon.svg', 'icon.svg')).toEqual(['pear 0', 'pear 1']);
    expect(queries('a.jpg', 'b.jpg')).toEqual([]);
  });

  test('reads facts in nested rows, joins values at separators, and stops at the sources', () => {
    const rows = ['Skin', 'Flesh', 'Seed']
      .map((name) => `<div><div><b>${name}</b></div><div><div>Part of ${name}</div></div></div>`)
      .join('');
    const summary = '<div><span>Summary:</span> 2006 · ripe ·<div>Green</div>/<div>Red</div></div>';
    const sources =
      '<div><span>Data:</span> <a href="https://pears.example/a">pears.example</a> · <a href="https://en.wikipedia.org/wiki/Pear">Wikipedia</a></div>';
    const module = '<div><div><h2>Opinions</h2><span>(24)</span></div></div>';
    const panel = `<li><div><h2>Pear</h2><div>Fruit</div>${summary}<div>${rows}</div>${sources}</div>${module}</li>`;
    const { blocks } = read('', { beside: panel });
    expect(blocks.knowledge_graph?.attributes).toEqual({
      Summary: '2006 · ripe · Green/Red',
      Skin: 'Part of Skin',
      Flesh: 'Part of Flesh',
      Seed: 'Part of Seed',
    });
  });

  test('reads sitelinks with a button behind each, but no title that several links share', () => {
    const link = (path: string, text: string) =>
      `<li><a href="https://trees.example/${path}">${text}</a><button>Save</button></li>`;
    const more = ['x', 'y', 'z'].map((path) => link(path, 'See more')).join('');
    const links = `<ul>${link('oaks', 'Oaks')}${link('elms', 'Elms')}${more}</ul>`;
    expect(read(row('trees').replace('</li>', `${links}</li>`)).blocks.sitelinks).toMatchObject([
      { links: [{ title: 'Oaks' }, { title: 'Elms' }] },
    ]);
  });

  test('does not treat copies of a page as sitelinks, but pages of a subdomain', () => {
    const links = ['tool.trees.example/?u=https%3A%2F%2Fwww.trees.example%2Fa', 'blog.trees.example/'].map(
      (link) => `<li><a href="https://${link}">${link.slice(0, 4)}</a></li>`,
    );
    const page = row('trees').replaceAll('https://trees.example', 'https://www.trees.example');
    const { sitelinks } = read(page.replace('</li>', `<ul>${links.join('')}</ul></li>`)).blocks;
    expect(sitelinks).toMatchObject([{ links: [{ title: 'blog' }] }]);
  });

  test('does not treat links in a table with header cells as sitelinks', () => {
    const table = (head: string): string =>
      `<table>${head}<tr><td><a href="https://trees.example/b">Trees of b</a></td><td>2022</td></tr></table>`;
    const rowWith = (below: string): string => row('trees').replace('</li>', `${below}</li>`);
    expect(read(rowWith(table(''))).blocks.sitelinks).toMatchObject([{ links: [{ title: 'Trees of b' }] }]);
    expect(read(rowWith(table('<tr><th>Tree</th><th>Year</th></tr>'))).blocks.sitelinks).toEqual([]);
  });
});

/** The blocks of a page after the given changes to its markup. */
function blocksWithout(page: string, ...changes: readonly (readonly [RegExp, string])[]) {
  const changed = changes.reduce((text, [sign, other]) => text.replaceAll(sign, other), page);
  return parseBetaSearch(changed, { blocks: true }).blocks!;
}

describe('blocks of a Bing page with part of the markup removed', () => {
  const ad = (n: number): string =>
    `<li><h2><a href="https://www.bing.com/aclick?ld=${n}">Pears to your door ${n}</a></h2><div><cite>shop${n}.example</cite></div><p>Picked and sent in a day.</p><div><a href="https://www.bing.com/aclick?ld=d${n}">Boxes</a></div></li>`;
  const place = (n: number): string => `<div data-ypid="YN${n}"><h2>Orchard ${n}</h2><div>${n} Hill Road</div></div>`;
  const tile = (n: number): string =>
    `<div role="listitem"><a href="https://www.bing.com/aclk?ld=t${n}"><img alt="Box ${n}"></a><div>Box of pears ${n}</div><div>$${n}.50</div><div><cite>Pear Shop</cite></div></div>`;
  const news = [1, 2].map(
    (n) => `<div><a href="https://daily${n}.example/a">Pears are picked ${n}</a><div>Daily · ${n} days ago</div></div>`,
  );
  const question = (n: number): string =>
    `<div><a href="https://tips.example/${n}"><div>Is pear ${n} ripe?</div><div>When it gives way.</div><div><h2>Tips ${n}</h2><cite>tips.example</cite></div></a></div>`;
  const fact = (label: string): string => `<li><div><span>${label}:</span> Rosaceae</div></li>`;
  const panel = `<li><h2>Pear</h2><div>Fruit</div><ul>${fact('Family')}${fact('Order')}</ul></li>`;
  const list = [
    `<li>${[1, 2, 3].map(tile).join('')}</li><li><ul>${ad(1)}${ad(2)}</ul></li>`,
    row('first'),
    `<li><h2><a href="/news/search?q=pears">News about pears</a></h2>${news.join('')}</li>`,
    `<li><div>${place(1)}${place(2)}</div></li><li><h2>People also ask</h2>${question(1)}${question(2)}</li>`,
    row('last'),
  ].join('');
  const page = `<html><head><title>pears - Search</title></head><body><nav><a href="/images/search?q=pears&FORM=H">Images</a><a href="/search?q=pears&FORM=H">All</a></nav><div id="b_content"><main><ol id="b_results">${list}</ol></main><aside><ol id="b_context">${panel}</ol></aside></div><footer><ul><li>About pears and their trees</li></ul></footer></body></html>`;
  const unchanged = parseBetaSearch(page, { blocks: true }).blocks!;

  test('reads all blocks of the unchanged page', () => {
    expect(unchanged.ads.map(({ displayed_link, snippet }) => [displayed_link, snippet])).toEqual([
      ['shop1.example', 'Picked and sent in a day.'],
      ['shop2.example', 'Picked and sent in a day.'],
    ]);
    expect(unchanged.shopping.map(({ title, source }) => [title, source])).toEqual(
      [1, 2, 3].map((n) => [`Box of pears ${n}`, 'Pear Shop']),
    );
    expect(unchanged.local_results.map(({ title }) => title)).toEqual(['Orchard 1', 'Orchard 2']);
    expect(unchanged.top_stories.map(({ source }) => source)).toEqual(['Daily', 'Daily']);
    expect(unchanged.people_also_ask[0]).toEqual({
      question: 'Is pear 1 ripe?',
      answer: 'When it gives way.',
      source: { title: 'Tips 1', link: 'https://tips.example/1' },
    });
    expect(unchanged.knowledge_graph?.attributes).toEqual({ Family: 'Rosaceae', Order: 'Rosaceae' });
  });

  test('reads products whose names are headings', () => {
    const { ads, shopping } = blocksWithout(page, [/<div>(Box of pears \d)<\/div>/g, '<h3>$1</h3>']);
    expect([ads, shopping]).toEqual([unchanged.ads, unchanged.shopping]);
  });

  test.each([
    ['ids', [/ id="\w+"/g, '']],
    ['headings', [/(<\/?)h2>/g, '$1div>']],
    ['cite elements', [/(<\/?)cite>/g, '$1span>']],
    ['paragraphs', [/(<\/?)p>/g, '$1div>']],
    ['roles', [/ role="\w+"/g, '']],
  ] as const)('reads the same blocks without %s', (_, change) => {
    const blocks = blocksWithout(page, change);
    for (const [name, block] of Object.entries(unchanged))
      expect([name, blocks[name as keyof typeof blocks]]).toEqual([name, block]);
  });
});
