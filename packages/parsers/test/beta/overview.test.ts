import { describe, expect, test } from 'vitest';
import { readAiOverview } from '../../src/beta/blocks/answers.js';
import { laidOutByBeta } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const overviewIn = (html: string) => readAiOverview(laidOutByBeta(html))?.item;
const note = (n: number | string, label = 'Tips of all kinds - tips.example', more = ''): string =>
  `<sup aria-label="${label}"${more}>${n}</sup>`;
const long = 'Pears are ripe when their neck gives way to a gentle press.x';
const whole = (body: string): string => part(`<div>${body}</div>`);

describe('readAiOverview', () => {
  test('reads the element around citing paragraphs of 60 or more characters, but not in the side column', () => {
    expect(overviewIn(whole(`<p>${long}${note(1)}</p>`))?.text).toBe(long);
    expect(overviewIn(part(`<div><p>${long}${note(1)}</p></div>`, 'side'))).toBeUndefined();
    expect(overviewIn(whole(`<p>${long.slice(1)}${note(1)}</p>`))).toBeUndefined();
    expect(overviewIn(whole(`<p>Short.${note(1)}</p>`) + whole(`<p>${long}${note(1)}</p>`))?.text).toBe(long);
    const body = `<p><span><b>${long}</b>${note(1)}</span></p><p>More.</p><div>And more.</div>`;
    expect(overviewIn(`${part(`<section>${body}</section><p>Outside</p>`)}`)?.text).toBe(`${long} More. And more.`);
    const boxed = `<p><span style="display:block">${long}${note(1)}</span></p><p>More.</p>`;
    expect(overviewIn(whole(boxed))?.text).toBe(`${long} More.`);
    expect(overviewIn(part(`<ul><li><div>${long}${note(1)}</div></li><li>More.</li></ul>`))?.text).toBe(
      `${long} More.`,
    );
    expect(overviewIn(part(`<div><div>${long}${note(1)}</div>More.</div>`))?.text).toBe(`${long} More.`);
    const item = `<li data-part="main"><div><div>${long}${note(1)}</div><div>More.</div></div></li>`;
    expect(overviewIn(item)?.text).toBe(`${long} More.`);
  });

  test.each([
    ['a number without a label', '<sup>1</sup>'],
    ['a label without an address', note(1, 'Tips')],
    ['a label that ends in words', note(1, 'Tips - of all kinds')],
    ['a number of three digits', note(123)],
    ['a word', note('one')],
    ['a hidden number', note(1, 'Tips - tips.example', ' hidden')],
  ])('does not treat %s as a citation', (_, html) => {
    expect(overviewIn(whole(`<p>${long}${html}</p>`))).toBeUndefined();
  });

  test('lists each cited page once, with the sections that cite it', () => {
    const body = `<p>${long}${note(1, 'A - B - https://a.example/')}${note(2, 'C - https://c.example/')}</p><p>More.${note(12, 'A - B - https://a.example/')}</p><p>Last.${note(3, 'D - d')}</p>`;
    expect(overviewIn(whole(body))).toEqual({
      text: `${long} More. Last.`,
      sources: [
        { title: 'A - B', link: 'https://a.example/' },
        { title: 'C', link: 'https://c.example/' },
      ],
      sections: [
        { kind: 'paragraph', text: long, references: [0, 1] },
        { kind: 'paragraph', text: 'More.', references: [0] },
        { kind: 'paragraph', text: 'Last.', references: [] },
      ],
    });
  });

  test('lists no page of the engine and no page without an address', () => {
    const notes = `${note(1, 'Search - https://www.bing.com/search?q=a')}${note(2, 'Tips - page')}`;
    expect(overviewIn(whole(`<p>${long}${notes}</p>`))).toEqual({
      text: long,
      sources: [],
      sections: [{ kind: 'paragraph', text: long }],
    });
  });

  test('reads a citation at the start and at the end of a line', () => {
    const body = `<p>${note(1, 'A - https://a.example/')}${long}</p><p>More.${note(2, 'C - https://c.example/')}</p>`;
    expect(
      overviewIn(whole(body))?.sections.map((section) => ('references' in section ? section.references : undefined)),
    ).toEqual([[0], [1]]);
  });

  test('leaves out buttons, lists of sources, toolbars and headings of code blocks', () => {
    const removed = [
      '<button>Copy</button>',
      '<p><a href="https://a.example/">1. A</a> <a href="https://b.example/">2 - B</a></p>',
      '<div><a href="https://a.example/">1. A</a></div>',
      '<div role="toolbar">Tools</div>',
      '<pre><h3>bash</h3>run</pre>',
    ].join('');
    const kept = [
      '<h3>Heading</h3>',
      '<p><a href="https://a.example/">A</a></p>',
      '<p><a href="https://a.example/">1. A</a> is one</p>',
      '<ol><li><a href="https://a.example/">2. B</a></li><li><div><a href="https://a.example/">3. C</a></div></li></ol>',
      '<h3><a href="https://a.example/">4. D</a></h3>',
      '<p>1. <a href="https://a.example/"><img></a></p>',
    ].join('');
    expect(overviewIn(whole(`<p>${long}${note(1)}</p>${removed}`))?.text).toBe(`${long} run`);
    expect(overviewIn(whole(`<p>${long}${note(1)}</p>${kept}`))?.text).toBe(
      `${long} Heading A 1. A is one 2. B 3. C 4. D 1.`,
    );
  });
});
