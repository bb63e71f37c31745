import { describe, expect, test } from 'vitest';
import { readImages, readVideos } from '../../src/beta/blocks/cards.js';
import { laidOutByBeta, out } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const lines = (...texts: string[]): string => texts.map((text) => `<div>${text}</div>`).join('');

describe('readImages', () => {
  const imagesIn = (html: string, kind?: string) => readImages(laidOutByBeta(part(html, kind))).map(({ item }) => item);
  const link = (id: number, html: string, more = ''): string =>
    `<a href="/images/search?q=a&id=A${id}"${more}>${html}</a>`;
  const other = `<div>${link(2, 'A tree')}</div>`;
  const tree = { title: 'A tree' };

  test.each([
    ['its text', link(1, 'A pear'), { title: 'A pear' }],
    ['the first text with letters', link(1, '7') + link(1, 'A pear') + link(1, 'Pears'), { title: 'A pear' }],
    ['a text and a site', link(1, 'a.example') + link(1, 'A pear'), { title: 'A pear', source: 'a.example' }],
    [
      'a site beside the link',
      `${link(1, 'A pear')}<p>Big</p><p>b.example</p>`,
      { title: 'A pear', source: 'b.example' },
    ],
    [
      'the site from a link rather than from a line',
      `${link(1, 'A pear')}${link(1, 'a.example')}<p>b.example</p>`,
      { title: 'A pear', source: 'a.example' },
    ],
    ['the alt text', link(1, '<img><img alt=""><img alt=" Ripe  pear ">'), { title: 'Ripe pear' }],
    ['no title or source', link(1, '<img>'), { title: '' }],
  ])('reads %s', (_, html, expected) => {
    expect(imagesIn(`<div>${html}</div>${other}`)).toEqual([expected, tree]);
  });

  test('reads only visible links to a single image that are not in the side column', () => {
    expect(imagesIn(other)).toEqual([tree]);
    expect(readImages(laidOutByBeta(part(other)))[0]?.element.name).toBe('a');
    expect(imagesIn(other, 'side')).toEqual([]);
    expect(
      imagesIn(
        `${link(1, 'Hidden', ' hidden')}<a href="/images/search?q=a">All</a><a href="/videos?id=B">B</a>${other}`,
      ),
    ).toEqual([tree]);
  });

  test('reads the text of the list item around a single image', () => {
    expect(imagesIn(`<p>Above</p><div role="listitem">${link(1, 'A pear')}<p>b.example</p></div>`)).toEqual([
      { title: 'A pear', source: 'b.example' },
    ]);
    expect(imagesIn(`<p>c.example</p><div>${link(1, 'A pear')}<p>b.example</p></div>`)).toEqual([{ title: 'A pear' }]);
    const item = `<section role="listitem">${part(`${link(1, 'A pear')}<p>b.example</p>`)}</section>`;
    expect(readImages(laidOutByBeta(item)).map(({ item: image }) => image)).toEqual([{ title: 'A pear' }]);
    const itself = `<div role="listitem" data-part="main">${link(1, 'A pear')}<p>b.example</p></div>`;
    expect(readImages(laidOutByBeta(itself)).map(({ item: image }) => image)).toEqual([{ title: 'A pear' }]);
  });

  test('reads no text across a neighbouring image or outside the part', () => {
    const two = `${link(1, 'A pear')}<p>a.example</p>${link(2, 'A tree')}`;
    expect(
      readImages(laidOutByBeta(`<section>${part(`<b>${link(1, 'A pear')}</b>${two}`)}<p>b.example</p></section>`)).map(
        ({ item }) => item,
      ),
    ).toEqual([{ title: 'A pear' }, tree]);
  });
});

describe('readVideos', () => {
  const videosIn = (html: string, kind?: string) => readVideos(laidOutByBeta(part(html, kind))).map(({ item }) => item);
  const mid = (n: number): string => `0123456789ABCDEF000${n}`;
  const video = (n: number): string => `/videos/search?q=a&mid=${mid(n)}`;
  const link = (n: number, html: string, more = ''): string => `<a href="${video(n)}"${more}>${html}</a>`;
  const own = (n: number): string => `https://www.bing.com${video(n)}`;
  const other = `<div>${link(2, lines('How pears grow'))}</div>`;
  const grow = { title: 'How pears grow', link: own(2) };
  const ripen = { title: 'How pears ripen', link: own(1) };

  test.each([
    ['a title', lines('How pears ripen'), {}],
    ['a duration', lines('4:31', 'How pears ripen'), { duration: '4:31' }],
    ['the first of two durations', lines('4:31', 'How pears ripen', '5:00'), { duration: '4:31' }],
    ['a date', lines('How pears ripen', '9 months ago'), { date: '9 months ago' }],
    [
      'a channel',
      lines('How pears ripen', '15M views', 'Orchard', '9 months ago'),
      { source: 'Orchard', date: '9 months ago' },
    ],
    ['a site and a channel', lines('How pears ripen', 'YouTube · Orchard · HD'), { source: 'YouTube · Orchard' }],
    ['no channel above its title', lines('Orchard', 'How pears ripen'), {}],
    ['no channel that repeats its title', lines('How pears ripen', 'How pears ripen', 'Site'), { source: 'Site' }],
    [
      'a title that goes on in other elements',
      '<div><span>How </span><span>pears </span><!-- --><span>ripen</span></div>',
      {},
    ],
    [
      'values in separate elements',
      `${lines('How pears ripen')}<div><span>Site</span><span>9 months ago</span></div>`,
      { source: 'Site', date: '9 months ago' },
    ],
    ['a title with a highlighted word', '<div><span>How </span><b>pears</b><span> ripen</span></div>', {}],
    [
      'a channel with a highlighted word',
      `${lines('How pears ripen')}<div>Site <u>and</u> co</div>`,
      { source: 'Site and co' },
    ],
    ['a title in several elements', '<div><span>How pears</span> <i>ripen</i></div>', {}],
    [
      'the first of two longest lines as the title',
      lines('Pears', 'How pears ripen', 'How pears rest.'),
      { source: 'How pears rest.' },
    ],
    [
      'a title that is shorter than the date',
      lines('December 24, 2024', 'How pears ripen', '1.234.567.890 Aufrufe'),
      { date: 'December 24, 2024' },
    ],
  ])('reads %s', (_, html, expected) => {
    expect(videosIn(`<div>${link(1, html)}</div>${other}`)).toEqual([{ ...ripen, ...expected }, grow]);
  });

  test.each([
    [
      'the line that the alt text starts with',
      `${lines('Of the whole orchard', 'Pears ripen')}<img alt="pears ripen, a film">`,
      'Pears ripen',
      'aria-label="Of the whole"',
    ],
    [
      'the line that starts with the label of the link',
      lines('Of the whole orchard', 'Pears ripening'),
      'Pears ripening',
      'aria-label="pears ripe"',
    ],
    [
      'the title attribute that completes the truncated line',
      `${lines('Of the whole orchard', 'Pears ripen…')}<i title="Pears ripen in autumn"></i><img alt="Of the whole">`,
      'Pears ripen in autumn',
      '',
    ],
    [
      'the title attribute that completes a line truncated within a word',
      `${lines('Pears ripen in autu...')}<i title="Pears ripen in autumn"></i>`,
      'Pears ripen in autumn',
      '',
    ],
    ['a line that is not truncated', `${lines('Pears ripen')}<i title="Pears ripen in autumn"></i>`, 'Pears ripen', ''],
    [
      'a truncated line that no title attribute completes',
      `${lines('Pears rest…')}<i title="Apples ripen in autumn"></i>`,
      'Pears rest…',
      '',
    ],
  ])('takes the title from %s', (_, html, title, more) => {
    expect(videosIn(`<div>${link(1, html, ` ${more}`)}</div>${other}`)[0]?.title).toBe(title);
  });

  test('takes the link to the video page if there is one', () => {
    const outside = `https://www.bing.com/videos/riverview?mid=${mid(1)}`;
    expect(videosIn(`<div>${link(1, lines('How pears ripen'))}</div>${other}`)[0]?.link).toBe(own(1));
    const two = `${link(1, '<img>')}<a href="${outside}">${lines('How pears ripen')}</a>`;
    expect(videosIn(`<div>${two}</div>${other}`)[0]).toEqual({ ...ripen, link: outside });
    const fragment = `<a href="/videos/search?q=a#mid=${mid(1)}">${lines('How pears ripen')}</a>`;
    expect(videosIn(fragment + other)).toHaveLength(2);
  });

  test('reads video tiles, or two or more links with a duration below a heading', () => {
    const timed = (n: number): string => `<div>${out(`v.example/${n}`, lines('4:31', `How pears ripen ${n}`))}</div>`;
    const found = [1, 2].map((n) => ({
      title: `How pears ripen ${n}`,
      link: `https://v.example/${n}`,
      duration: '4:31',
    }));
    expect(videosIn(`<h2>Videos</h2>${timed(1)}${timed(2)}`)).toEqual(found);
    expect(videosIn(`<h2>Videos</h2>${timed(1)}${timed(2)}`, 'side')).toEqual([]);
    expect(videosIn(timed(1) + timed(2))).toEqual([]);
    expect(videosIn(`<h2>Videos</h2>${timed(1)}`)).toEqual([]);
    expect(videosIn(`<h2>Videos</h2>${timed(1)}${timed(2).replace('<a', '<a hidden')}`)).toEqual([]);
    expect(videosIn(`<h2>Videos</h2>${timed(1)}${out('v.example/3', 'Pears')}`)).toEqual([]);
    expect(videosIn(`<h2>Videos</h2>${timed(1)}${timed(2)}${other}`)).toEqual([grow]);
  });

  test('ignores videos without a title, hidden ones, and links to other services', () => {
    expect(videosIn(`<div>${link(1, lines('4:31'))}</div>${other}`)).toEqual([grow]);
    expect(videosIn(`<div>${link(1, 'Hidden film', ' hidden')}</div>${other}`)).toEqual([grow]);
    expect(videosIn(`<div>${link(1, 'A picture').replace('/videos', '/images')}</div>${other}`)).toEqual([grow]);
    expect(videosIn(`<div>${link(1, 'A list').replace(/mid=\w+/, 'mid=0')}</div>${other}`)).toEqual([grow]);
  });
});
