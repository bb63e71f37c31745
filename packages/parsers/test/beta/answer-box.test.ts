import { describe, expect, test } from 'vitest';
import { readAnswerBox } from '../../src/beta/blocks/answers.js';
import { readSpelling } from '../../src/beta/page-state.js';
import { laidOutByBeta, out, rowLink, search } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const headed = (html: string): string => part(`<h2>Pears</h2>${html}`);
const answerIn = (html: string) => {
  const parts = laidOutByBeta(html);
  return readAnswerBox(parts, readSpelling(parts))?.item;
};
const fields = '<input value="1"><select></select>';
const lines = (count: number): string => '<div>ripe</div>'.repeat(count);
const long = (length: number): string => `<div>${'r'.repeat(length)}</div>`;

describe('readAnswerBox', () => {
  test.each([
    ['fact', '<div>7:08 pm</div>'],
    ['weather', '<div>18 °C</div>'],
    ['converter', `<div>1 pound is 0.45 kg</div>${fields}`],
    ['converter', '<div>1 pound</div><select></select><select></select>'],
    ['fact', '<div>1 pound is 0.45 kg</div><input value="1"><b></b>'],
    ['other', '<div>241.84 USD +1.20 (+0.5 %)</div>'],
    ['fact', '<div>[pɛə]</div>'],
    ['definition', `<div>[pɛə] ${'r'.repeat(115)}</div>`],
    ['fact', `<div>[pɛə] ${'r'.repeat(114)}</div>`],
    ['passage', long(121)],
    ['fact', long(120)],
    ['passage', long(1500)],
    ['fact', '<div>pera</div><textarea></textarea><textarea></textarea>'],
  ])('reads the kind %s from %s', (kind, html) => {
    expect(answerIn(headed(html) + rowLink)).toMatchObject({ kind, title: 'Pears' });
  });

  test.each([
    ['7:08\u00a0pm', '7:08 pm'],
    ['<b>7:08 </b><i> pm</i>', '7:08 pm'],
    ['<div>A fruit</div><a href="/maps?q=pears">Map</a>', 'A fruit'],
    [
      '<div>A fruit</div><div><a href="https://www.bing.com/a?q=pears">One</a> <a href="https://bing.com/b?q=pears">Two</a></div>',
      'A fruit',
    ],
    ['<div>A fruit</div><a href="https://www.bing.com/maps?q=pears">Map</a>', 'A fruit'],
  ])('reads the text of %s', (html, text) => {
    expect(answerIn(headed(html) + rowLink)?.text).toBe(text);
  });

  const ad = '<a href="https://www.bing.com/aclick?ld=x">Buy pears</a>';
  test.each([
    ['in the side column', part('<h2>Pears</h2><div>A fruit</div>', 'side') + rowLink],
    ['that is not an item of a list', part('<h2>Pears</h2><div>A fruit</div>', 'note') + rowLink],
    ['below the first result', rowLink + headed('<div>A fruit</div>')],
    ['on a page without results', headed('<div>A fruit</div>')],
    [
      'with a suggestion of another query',
      part(`<h2>Pears</h2><div>Showing <a href="/search?q=pearls&FORM=AWRE">pearls</a></div>`) + rowLink,
    ],
    ['with a box for a question', headed('<div>A fruit</div><textarea></textarea>') + rowLink],
    ['with an advertisement', headed(`<div>A fruit</div>${ad}`) + rowLink],
    ['with pictures', headed('<div>A fruit</div><a href="/images/search?q=pears">Images</a>') + rowLink],
    ['with videos', headed('<div>A fruit</div><a href="/videos/search?q=pears">Videos</a>') + rowLink],
    ['with news', headed('<div>A fruit</div><a href="/news/search?q=pears">News</a>') + rowLink],
    [
      'with links to two sites',
      headed(`<div>A fruit</div>${out('a.example/', 'A')}${out('b.example/', 'B')}`) + rowLink,
    ],
    [
      'with links only',
      part(`<div>${out('a.example/', 'Pears')} –</div><div>${out('a.example/', 'Apples')}</div>`) + rowLink,
    ],
    ['of one line without a heading', part('A fruit') + rowLink],
    ['of one line with one field', part('A fruit<input>') + rowLink],
    ['with a heading only', headed('') + rowLink],
    ['without a letter or a number', headed('<div>—</div>') + rowLink],
    ['of 41 lines', headed(lines(41)) + rowLink],
    ['of more than 1,500 characters', headed(long(1501)) + rowLink],
  ])('ignores a box %s', (_, html) => {
    expect(answerIn(html)).toBeUndefined();
  });

  test('reads a box after a part of another kind and lists its source once', () => {
    const maps = '<a href="/maps?q=pears">Map</a>';
    const source = out('a.example/pear', 'Pear');
    const box = headed(`<div>A fruit</div><div>of a tree</div>${maps}${source}${source}${out('b.example/', '<img>')}`);
    expect(answerIn(headed(`<div>A fruit</div>${ad}`) + box + rowLink)).toEqual({
      kind: 'fact',
      text: 'A fruit of a tree',
      title: 'Pears',
      link: 'https://a.example/pear',
    });
  });

  test('ignores hidden elements', () => {
    const hidden = `<div hidden><h2>Apples</h2>${fields}${ad}</div>`;
    expect(answerIn(part(`${hidden}<h2></h2><h2>Pears</h2><div>A fruit</div>`) + rowLink)).toMatchObject({
      kind: 'fact',
      title: 'Pears',
    });
  });

  test('reads up to 40 lines, and takes the first line as the title if there is no heading', () => {
    expect(answerIn(headed(lines(40)) + rowLink)?.text).toHaveLength(199);
    expect(answerIn(part('<div>Time in Porto</div><div>7:08 pm</div>') + rowLink)).toEqual({
      kind: 'fact',
      title: 'Time in Porto',
      text: '7:08 pm',
    });
    expect(answerIn(part(`<div>1 pound is 0.45 kg</div>${fields}`) + rowLink)).toEqual({
      kind: 'converter',
      text: '1 pound is 0.45 kg',
    });
  });

  test('leaves out the source line and menus unless there is no other text', () => {
    const source = `<div>${out('a.example/', 'Source')} </div>`;
    const menu = `<div>${search('ripe pears')} <a href="#more">More</a></div>`;
    expect(answerIn(headed(`<div>A fruit</div>${source}${menu}`) + rowLink)?.text).toBe('A fruit');
    expect(answerIn(headed(source) + rowLink)?.text).toBe('Source');
    const absolute = `<div><a href="https://www.bing.com/search?q=old+pears">old pears</a></div>`;
    expect(answerIn(headed(source + menu + absolute) + rowLink)?.text).toBe('Source');
    expect(answerIn(headed(menu) + rowLink)?.text).toBe('ripe pears More');
    expect(answerIn(headed(`<div>A fruit ${search('of trees')}</div>`) + rowLink)?.text).toBe('A fruit of trees');
    expect(
      answerIn(headed(`<div>A fruit</div><div>${search('on trees')} and <a href="/a">roads</a></div>`) + rowLink)?.text,
    ).toBe('A fruit on trees and roads');
  });

  test('ignores a list of queries without a heading, but reads a box that contains queries', () => {
    const strip = `<div>Also: ${search('ripe pears')}</div><div>or ${search('old pears')}</div>`;
    expect(answerIn(part(strip) + rowLink)).toBeUndefined();
    expect(answerIn(headed(strip) + rowLink)?.text).toBe('Also: ripe pears or old pears');
    expect(answerIn(part(`${strip}<a href="/about">About</a>`) + rowLink)?.title).toBe('Also: ripe pears');
    const single = `<div>Also: ${search('ripe pears')}</div><div>or nothing</div>`;
    expect(answerIn(part(single) + rowLink)?.text).toBe('or nothing');
  });

  test('puts a space between values in separate elements, but not before punctuation', () => {
    const spans = '<div><span>18</span><span> </span><span>°C</span><b>, dry</b><i>!</i></div>';
    expect(answerIn(headed(spans) + rowLink)?.text).toBe('18 °C, dry!');
  });

  test('leaves out a request for feedback: two or more buttons with few words', () => {
    const feedbackForm = (words: string, buttons: number, more = ''): string =>
      `<div><span>${words}</span>${'<button>Yes</button>'.repeat(buttons)}${more}</div>`;
    const fruit = 'A fruit that grows on trees in the gardens of many lands.';
    const textWith = (feedback: string) => answerIn(headed(`<div>${fruit}</div>${feedback}`) + rowLink)?.text;
    expect(textWith(feedbackForm('Helpful?', 2))).toBe(fruit);
    expect(textWith(feedbackForm('Helpful?', 1))).toBe(`${fruit} Helpful?`);
    expect(textWith(feedbackForm('x'.repeat(40), 2))).toBe(fruit);
    expect(textWith(feedbackForm('x'.repeat(41), 2))).toBe(`${fruit} ${'x'.repeat(41)}`);
    expect(textWith(feedbackForm('Helpful?', 2, '<b></b>'.repeat(37)))).toBe(fruit);
    expect(textWith(feedbackForm('Helpful?', 2, '<b></b>'.repeat(38)))).toBe(`${fruit} Helpful?`);
  });
});
