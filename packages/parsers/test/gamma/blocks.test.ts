import { expect, test } from 'vitest';
import { parseGammaSearch } from '../../src/index.js';

const row = (name: string): string =>
  `<div class="snippet" data-type="web"><a href="https://${name}.example/a"><div>${name}</div><cite>${name}.example</cite><div>Pears of ${name}</div></a><div>All about the pears of ${name} and their trees.</div></div>`;

function read(between: string, beside = '') {
  const html = `<html><head><title>pears - Brave Search</title></head><body><div id="results">${row('first')}${between}${row('last')}</div>${beside}</body></html>`;
  const { blocks, elements } = parseGammaSearch(html, { blocks: true, elements: true });
  return { blocks: blocks!, kinds: elements!.map(({ type }) => type) };
}

test('cards below a heading, one of which runs for some time, are videos', () => {
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

test('a question has its answer and its source, also folded', () => {
  const item = (n: number): string =>
    `<details><summary>Is pear ${n} ripe?</summary><div>It is when its neck gives way.</div><a href="https://tips.example/${n}"><div>Tips</div><cite>tips.example</cite><div>How to tell ${n}</div></a></details>`;
  const { blocks } = read(`<div><header>People also ask</header>${item(1)}${item(2)}</div>`);
  expect(blocks.people_also_ask[0]).toMatchObject({
    question: 'Is pear 1 ripe?',
    answer: 'It is when its neck gives way.',
    source: { title: 'How to tell 1', link: 'https://tips.example/1' },
  });
});

test('a generated answer goes on to further questions, and has its parts', () => {
  const answer =
    '<div><p>Pears are ripe when their neck gives way to a gentle press of the thumb.</p><ul><li><b>Colour:</b> it says little</li></ul></div>';
  const html = `<html><head><title>pears - Brave Search</title></head><body><div id="results"><div>${answer}<a href="/ask?q=why">Why is that?</a></div>${row('first')}${row('last')}</div></body></html>`;
  const { ai_overview } = parseGammaSearch(html, { blocks: true }).blocks!;
  expect(ai_overview?.sections).toEqual([
    { kind: 'paragraph', text: 'Pears are ripe when their neck gives way to a gentle press of the thumb.' },
    { kind: 'list', items: [{ title: 'Colour', text: 'it says little' }] },
  ]);
});
