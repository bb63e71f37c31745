import { expect, test } from 'vitest';
import { parseGammaSearch } from '../../src/index.js';

const row = (name: string): string =>
  `<div class="snippet" data-type="web"><a href="https://${name}.example/a"><div>${name}</div><cite>${name}.example</cite><div>Pears of ${name}</div></a><div>All about the pears of ${name} and their trees.</div></div>`;

function read(between: string, beside = '') {
  const html = `<html><head><title>pears - Brave Search</title></head><body><div id="results">${row('first')}${between}${row('last')}</div>${beside}</body></html>`;
  const { blocks, elements } = parseGammaSearch(html, { blocks: true, elements: true });
  return { blocks: blocks!, kinds: elements!.map(({ type }) => type) };
}

test('reads cards below a heading as videos if one has a duration', () => {
  const card = (n: number, time: string): string =>
    `<a href="https://video.example/${n}"><div>${time}</div><div>Video Site</div><div>How pears ripen ${n}</div><div>May 9, 2024</div></a>`;
  const { blocks, kinds } = read(`<div><h5>Videos</h5>${card(1, '12:03')}${card(2, '')}</div>`);
  expect(blocks.videos).toMatchObject([
    {
      title: 'How pears ripen 1',
      link: 'https://video.example/1',
      source: 'Video Site',
      date: 'May 9, 2024',
      duration: '12:03',
    },
    { title: 'How pears ripen 2', link: 'https://video.example/2' },
  ]);
  expect(kinds).toEqual(['organic', 'videos', 'organic']);
});

test('reads the answer and source of a collapsed question', () => {
  const item = (n: number): string =>
    `<details><summary>Is pear ${n} ripe?</summary><div>It is when its neck gives way.</div><a href="https://tips.example/${n}"><div>Tips</div><cite>tips.example</cite><div>How to tell ${n}</div></a></details>`;
  const { blocks } = read(`<div><header>People also ask</header>${item(1)}${item(2)}</div>`);
  expect(blocks.people_also_ask[0]).toMatchObject({
    question: 'Is pear 1 ripe?',
    answer: 'It is when its neck gives way.',
    source: { title: 'How to tell 1', link: 'https://tips.example/1' },
  });
});

test.each(['p', 'div'])('reads the sections of a generated answer in %s with a link to further questions', (name) => {
  const text = 'Pears are ripe when their neck gives way to a gentle press of the thumb, and not before that.';
  const answer = `<div><${name}><b><button>Pears</button></b>${text.slice(5)}</${name}><ul><li><b>Colour:</b> it says little</li></ul></div>`;
  const html = `<html><head><title>pears - Brave Search</title></head><body><div id="results"><div>${answer}<button>Copy</button><a href="/ask?q=why">Why is that?</a></div>${row('first')}${row('last')}</div></body></html>`;
  const { ai_overview } = parseGammaSearch(html, { blocks: true }).blocks!;
  expect(ai_overview?.sections).toEqual([
    { kind: 'paragraph', text },
    { kind: 'list', items: [{ title: 'Colour', text: 'it says little' }] },
  ]);
});

/** The blocks of a page that is read without elements, so that items have no `element`. */
function blocksIn(between: string) {
  const html = `<html><head><title>pears - Brave Search</title></head><body><div id="results">${row('first')}${between}${row('last')}</div></body></html>`;
  return parseGammaSearch(html, { blocks: true }).blocks!;
}

const ad = (beside = ''): string =>
  `<div><a href="/a/redirect?click=1"><div>pears.example</div><div>Pears to your door</div></a>${beside}</div>`;

test('reads click-tracking links as advertisements above, below and beside the results', () => {
  const html = `<html><head><title>pears - Brave Search</title></head><body><main><div id="results">${ad('<p>Fresh every day.</p>')}${row('first')}${row('last')}${ad()}</div><aside>${ad()}</aside></main></body></html>`;
  const { ads, shopping } = parseGammaSearch(html, { blocks: true }).blocks!;
  expect(ads).toEqual([
    {
      position: 'top',
      title: 'Pears to your door',
      link: 'https://search.brave.com/a/redirect?click=1',
      displayed_link: 'pears.example',
      snippet: 'Fresh every day.',
    },
    expect.objectContaining({ position: 'bottom', snippet: '' }),
    expect.objectContaining({ position: 'right' }),
  ]);
  expect(shopping).toEqual([]);
});

test('reads advertised tiles with a price as products, not as text advertisements', () => {
  const tile = (n: number, price: string, shop = ''): string =>
    `<a href="/a/redirect?tile=${n}"><div>Box of pears ${n}</div><div>${price}</div><div>${shop}</div></a>`;
  const blocks = blocksIn(`<div>${tile(1, '$12.50', 'Pear Shop')}${tile(2, '€ 9')}${tile(3, 'sold out')}</div>`);
  expect(blocks.shopping).toEqual([
    {
      title: 'Box of pears 1',
      link: 'https://search.brave.com/a/redirect?tile=1',
      price: '$12.50',
      source: 'Pear Shop',
    },
    { title: 'Box of pears 2', link: 'https://search.brave.com/a/redirect?tile=2', price: '€ 9' },
  ]);
  expect(blocks.ads).toEqual([]);
});

test('reads the places in a part with a link to the map', () => {
  const place = (n: number, details: string): string =>
    `<div><a href="https://orchard${n}.example/"><div>Orchard ${n}</div></a>${details}</div>`;
  const places = `${place(1, '<div>4.5 (120)</div><div>1 Hill Road</div>')}${place(2, '<div>2 Hill Road</div>')}${place(3, '')}`;
  expect(blocksIn(`<div>${places}<a href="/maps?q=pears">Map</a></div>`).local_results).toEqual([
    { title: 'Orchard 1', link: 'https://orchard1.example/', rating: 4.5, details: ['4.5 (120)', '1 Hill Road'] },
    { title: 'Orchard 2', link: 'https://orchard2.example/', details: expect.arrayContaining(['2 Hill Road']) },
  ]);
  expect(blocksIn(`<div>${places}</div>`).local_results).toEqual([]);
});

test('reads three tiles with an image and a link to the image search below a heading as images', () => {
  const tile = (n: number): string =>
    `<a href="/images?q=pears&n=${n}"><img src="/${n}.png"><div>Pear ${n}</div><div>photos.example</div></a>`;
  const tiles = (count: number) =>
    blocksIn(`<div><h5>Images</h5>${[1, 2, 3].slice(0, count).map(tile).join('')}<p>More of them</p></div>`).images;
  expect(tiles(3)).toEqual([1, 2, 3].map((n) => ({ title: `Pear ${n}`, source: 'photos.example' })));
  expect(tiles(2)).toEqual([]);
});

test.each([
  ['weather', '<h2>Weather</h2><div>21 °C</div>', '21 °C'],
  ['fact', '<h2>Pears</h2><div>They are fruit.</div>', 'They are fruit.'],
  ['passage', `<h2>Pears</h2><div>${'They are fruit. '.repeat(9).trim()}</div>`, 'They are fruit. '.repeat(9).trim()],
  ['converter', '<div><input value="1"> pounds are <input value="0.45"> kilograms</div>', 'pounds are kilograms'],
])('reads a box above the results as an answer: %s', (kind, content, text) => {
  const page = (box: string): string =>
    `<html><head><title>pears - Brave Search</title></head><body><div id="results">${box}${row('first')}${row('last')}</div></body></html>`;
  const { answer } = parseGammaSearch(page(`<div>${content}</div>`), { blocks: true }).blocks!;
  expect(answer).toMatchObject({ kind, text });
  const linked = page(`<div>${content}<a href="https://fruit.example/">Source</a></div>`);
  expect(parseGammaSearch(linked, { blocks: true }).blocks!.answer).toMatchObject({ link: 'https://fruit.example/' });
  const other = page(`<div>${content}<a href="/search?q=apples">apples</a></div>`);
  expect(parseGammaSearch(other, { blocks: true }).blocks!.answer).toBeUndefined();
});

test('reads the same blocks without ids, headings, cite elements or sectioning elements', () => {
  const tile = (n: number): string =>
    `<a href="/images?q=pears&n=${n}"><img src="/${n}.png"><div>Pear ${n}</div><div>photos.example</div></a>`;
  const pictures = `<div><h5>Images</h5>${[1, 2, 3].map(tile).join('')}<p>More of them</p></div>`;
  const item = (n: number): string =>
    `<details><summary>Is pear ${n} ripe?</summary><div>When it gives way.</div><a href="https://tips.example/${n}"><cite>tips.example</cite><div>How to tell ${n}</div></a></details>`;
  const panel =
    '<div><h3>Pear</h3><div>Fruit</div><div><div>Family</div><div>Rosaceae</div></div><div><div>Order</div><div>Rosales</div></div></div>';
  const list = `${ad()}${row('first')}${pictures}<div><header>Asked</header>${item(1)}${item(2)}</div>${row('last')}`;
  const html = `<html><head><title>pears - Brave Search</title></head><body><header><a href="/">Brave</a></header><div><div id="results">${list}</div><aside>${panel}</aside></div><footer>About</footer></body></html>`;
  const unchanged = parseGammaSearch(html, { blocks: true }).blocks!;
  expect(unchanged).toMatchObject({
    ads: [{ position: 'top' }],
    images: [{ title: 'Pear 1' }, { title: 'Pear 2' }, { title: 'Pear 3' }],
    people_also_ask: [{ source: { title: 'How to tell 1' } }, { source: { title: 'How to tell 2' } }],
    knowledge_graph: { title: 'Pear', attributes: { Family: 'Rosaceae', Order: 'Rosales' } },
  });
  for (const [sign, other] of [
    [/ id="\w+"/g, ''],
    [/(<\/?)h\d>/g, '$1div>'],
    [/<cite>(tips\.example)<\/cite>/g, '<div>$1</div>'],
    [/(<\/?)(?:aside|header|footer)>/g, '$1div>'],
  ] as const) {
    const blocks = parseGammaSearch(html.replaceAll(sign, other), { blocks: true }).blocks!;
    for (const name of ['ads', 'images', 'people_also_ask', 'knowledge_graph'] as const)
      expect([sign, blocks[name]]).toEqual([sign, unchanged[name]]);
  }
});
