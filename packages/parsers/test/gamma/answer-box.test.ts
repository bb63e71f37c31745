import { describe, expect, test } from 'vitest';
import { readAiOverview, readAnswerBox } from '../../src/gamma/blocks/answers.js';
import { laidOut, out, rowLink, search } from '../support/block-parts.js';

const answerIn = (html: string) => readAnswerBox(laidOut(html))?.item;
const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const headed = (html: string): string => part(`<h2>Pears</h2>${html}`);
const fields = '<input value="1"><select></select>';
const long = (length: number): string => 'ripe '.repeat(length / 5).trim();

describe('readAnswerBox', () => {
  test.each([
    ['fact', '<div>7:08 pm</div>'],
    ['weather', '<div>18 °C</div>'],
    ['weather', '<div>18° and dry</div>'],
    ['fact', '<div>° of a circle</div>'],
    ['converter', `<div>1 pound is 0.45 kg</div>${fields}`],
    ['fact', '<div>1 pound is 0.45 kg</div><input value="1">'],
    ['fact', `<div>${'r'.repeat(120)}</div>`],
    ['passage', `<div>${'r'.repeat(121)}</div>`],
  ])('reads the kind %s from %s', (kind, html) => {
    expect(answerIn(headed(html) + rowLink)).toMatchObject({ kind, title: 'Pears' });
  });

  test.each([
    ['in the side column', part('<h2>Pears</h2><div>A fruit</div>', 'side') + rowLink],
    ['below the first result', rowLink + headed('<div>A fruit</div>')],
    ['on a page without results', headed('<div>A fruit</div>')],
    ['with a link to a search', headed(`<div>A fruit</div>${search('ripe pears')}`) + rowLink],
    ['with a link to another service', headed('<div>A fruit</div><a href="/images?q=pears">Images</a>') + rowLink],
    [
      'with links to two sites',
      headed(`<div>A fruit</div>${out('a.example/', 'A')}${out('b.example/', 'B')}`) + rowLink,
    ],
    ['without a heading or a first line', part('A fruit that grows on trees') + rowLink],
    ['with a heading only', headed('') + rowLink],
    ['with links and buttons only', headed(`${out('a.example/', 'A')}<button>More</button>`) + rowLink],
    ['with more than 1,500 characters', headed(`<div>${long(1505)}</div>`) + rowLink],
  ])('ignores a box %s', (_, html) => {
    expect(answerIn(html)).toBeUndefined();
  });

  test('reads a box of 1,500 characters', () => {
    expect(answerIn(headed(`<div>${'r'.repeat(1500)}</div>`) + rowLink)?.text).toHaveLength(1500);
  });

  test('reads a box after a box of another kind and lists its source once', () => {
    const other = headed(`<div>A fruit</div>${search('ripe pears')}`);
    const source = out('a.example/pear', 'Pear');
    const box = headed(`<div>A fruit</div><div>of a tree</div>${source}${source}<button>Share</button>`);
    expect(answerIn(other + box + rowLink)).toEqual({
      kind: 'fact',
      text: 'A fruit of a tree',
      title: 'Pears',
      link: 'https://a.example/pear',
    });
  });

  test('takes the first line as the title if there is no heading or form field', () => {
    const lines = '<div>Time in Porto</div><div>7:08 pm</div>';
    expect(answerIn(part(lines) + rowLink)).toEqual({ kind: 'fact', text: '7:08 pm', title: 'Time in Porto' });
    const converter = `<div>1 pound</div>${fields}<div>0.45 kg</div>`;
    expect(answerIn(part(converter) + rowLink)).toEqual({ kind: 'converter', text: '1 pound 0.45 kg' });
    const one = '<div>1 pound</div><input value="1"><div>0.45 kg</div>';
    expect(answerIn(part(one) + rowLink)).toMatchObject({ kind: 'fact', title: '1 pound' });
  });

  test('ignores hidden headings, fields and links', () => {
    const hidden = `<div hidden><h2>Apples</h2>${fields}${search('apples')}${out('b.example/', 'B')}</div>`;
    const box = headed(`<div>A fruit</div>${out('a.example/', 'A')}`).replace('<h2>', `${hidden}<h2></h2><h2>`);
    expect(answerIn(box + rowLink)).toMatchObject({ kind: 'fact', title: 'Pears', link: 'https://a.example/' });
  });

  test('takes no source from a link without text or a link to the engine', () => {
    const box = headed(
      `<div>A fruit</div>${out('b.example/', '<img>')}${out('a.example/', 'A')}<a href="/about">About</a>`,
    );
    expect(answerIn(box + rowLink)?.link).toBe('https://a.example/');
  });
});

describe('readAiOverview', () => {
  const overviewIn = (html: string) => readAiOverview(laidOut(html))?.item;
  const ask = '<a href="/ask?q=why">Why is that?</a>';
  const text = 'Pears are ripe when their neck gives way to a gentle press.';
  const generated = (body: string): string => part(`<div>${body}</div>${ask}`);

  test('requires 60 or more characters', () => {
    expect(overviewIn(generated(`<p>${'r'.repeat(60)}</p>`))?.text).toHaveLength(60);
    expect(overviewIn(generated(`<p>${'r'.repeat(59)}</p>`))).toBeUndefined();
    expect(overviewIn(generated('<p>A note.</p>') + generated(`<p>${text} So.</p>`))?.text).toBe(`${text} So.`);
  });

  test.each([
    ['in the side column', part(`<div><p>${text} So.</p></div>${ask}`, 'side') + rowLink],
    ['below the first result', rowLink + generated(`<p>${text} So.</p>`) + rowLink],
    ['without a link to a further question', part(`<div><p>${text} So.</p></div>`)],
    ['without paragraphs', generated(`<div>${text} So.</div>`)],
  ])('ignores an answer %s', (_, html) => {
    expect(overviewIn(html)).toBeUndefined();
  });

  test('reads everything around the paragraphs, items and cells, without buttons', () => {
    const body = `<p>${text}</p><button>Copy</button><ul><li>Colour <button>says</button> little</li></ul><table><tr><td>Picked <button>early</button></td></tr></table><p hidden>Twin</p><p></p>`;
    expect(overviewIn(generated(body))?.text).toBe(`${text} Colour says little Picked early`);
    const single = generated(`<p>${text} It is.</p><div>Beside it.</div>`);
    expect(overviewIn(single)?.text).toBe(`${text} It is. Beside it.`);
  });

  test('reads an answer above the results or on a page without results', () => {
    const body = generated(`<p>${text} So.</p>`);
    expect(overviewIn(body + rowLink + rowLink)?.text).toBe(`${text} So.`);
    expect(overviewIn(body)?.text).toBe(`${text} So.`);
  });

  test('lists each cited page once, with the first line of a link as its title', () => {
    const cited = `${out('tips.example/a', '<div>Tips</div><div>How to tell</div>')}${out('tips.example/b', '')}`;
    expect(overviewIn(generated(`<p>${text} So.</p>${cited}${search('pears')}`))?.sources).toEqual([
      { title: 'Tips', link: 'https://tips.example/a' },
    ]);
  });
});
