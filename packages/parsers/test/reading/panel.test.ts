import { describe, expect, test } from 'vitest';
import { readKnowledgeGraph } from '../../src/reading/blocks/knowledge-graph.js';
import { out, partsOf, search } from '../support/block-parts.js';

const text = 'Jane Quill is a painter of boats and harbours, who lives by the sea.';
const letters = (length: number): string => 'x'.repeat(length);
const panel = (html: string, column: 'main' | 'side' = 'side') => readKnowledgeGraph(partsOf(html, column))?.item;
const headed = (html: string) => panel(`<h2>Jane Quill</h2>${html}`);
const jane = { title: 'Jane Quill', description: text };

describe('a panel', () => {
  test.each<[string, string, object | undefined]>([
    ['has a title above a paragraph', `<h2>Jane Quill</h2><p>${text}</p>`, jane],
    ['has its first line as its title without a heading', `<div>Jane Quill</div><p>${text}</p>`, jane],
    ['has its first line as its title before a heading', `<div>Jane Quill</div><p>${text}</p><h2>More</h2>`, jane],
    ['has no hidden title', `<h2 hidden>Jane</h2><h2></h2><h2>Jane Quill</h2><p>${text}</p>`, jane],
    ['may have a title of two lines', `<h2>Jane<br>Quill</h2><p>${text}</p>`, jane],
    ['is none without a paragraph', '<h2>Jane Quill</h2><p>A painter</p>', undefined],
    ['is none without a line', '<p></p>', undefined],
    [
      'is none with an advertisement',
      `<h2>Jane Quill</h2><p>${text}</p><a href="https://search.brave.com/a/redirect?click_url=x">Buy</a>`,
      undefined,
    ],
    ['is without the id of its entity', `<div>1a2b3c4d-5e6f-0000</div><h2>Jane Quill</h2><p>${text}</p>`, jane],
    ['is without its buttons', `<button>Share</button><h2>Jane Quill</h2><p>${text}</p>`, jane],
    ['ends at the next heading', `<h2>Jane Quill</h2><p>${text}</p><h3>Born</h3><p><b>Died:</b> never</p>`, jane],
    ['does not end at a hidden heading', `<h2>Jane Quill</h2><h3 hidden>Born</h3><h3></h3><p>${text}</p>`, jane],
    ['is none below another heading', `<h2>Jane Quill</h2><h3>Born</h3><p>${text}</p>`, undefined],
    [
      'may have facts alone',
      '<h2>Jane Quill</h2><p><b>Born:</b> 2 March</p>',
      { title: 'Jane Quill', attributes: { Born: '2 March' } },
    ],
  ])('%s', (_, html, expected) => {
    expect(panel(html)).toEqual(expected);
  });

  test('is beside the rows', () => {
    expect(panel(`<h2>Jane Quill</h2><p>${text}</p>`, 'main')).toBeUndefined();
  });
});

describe('the type of a panel', () => {
  test.each<[string, string, string | undefined]>([
    ['is the line below its title', 'Painter', 'Painter'],
    ['has 90 letters', letters(90), letters(90)],
    ['has no more', letters(91), undefined],
    ['is no sentence', 'She paints.', undefined],
    ['is no text that is cut', 'A painter of…', undefined],
    ['may end as a company does', 'Quill Ltd.', 'Quill Ltd.'],
    ['is no search', search('painter'), undefined],
    ['is no link alone', out('a.example', 'Painter'), undefined],
    ['may hold a link', `A ${out('a.example', 'painter')}`, 'A painter'],
  ])('%s', (_, line, type) => {
    expect(headed(`<div>${line}</div><p>${text}</p>`)?.type).toBe(type);
  });

  test('is no fact', () => {
    expect(headed(`<div><b>Born:</b> 2 March</div><p>${text}</p>`)).toEqual({
      ...jane,
      attributes: { Born: '2 March' },
    });
  });
});

describe('the description of a panel', () => {
  test.each<[string, string, string | undefined]>([
    ['has 60 letters', letters(60), letters(60)],
    ['has no fewer', letters(59), undefined],
    ['is no search', search(letters(60)), undefined],
    ['may be a link to a page', out('a.example', letters(60)), letters(60)],
    ['is without the link to its source', `${text} ${out('a.example', 'Wikipedia')}`, text],
    ['keeps a bold end', `${text} <b>Really</b>`, `${text} Really`],
    ['is without a source of 40 letters', `${text} ${out('a.example', letters(40))}`, text],
    ['ends with a longer link', `${text} ${out('a.example', letters(41))}`, `${text} ${letters(41)}`],
    ['is its first copy where the second is complete', `${letters(70)}… ${letters(70)} and more`, `${letters(70)}…`],
    [
      'is whole where it is no copy',
      `${letters(70)}… and more of it, ${letters(70)}`,
      `${letters(70)}… and more of it, ${letters(70)}`,
    ],
    [
      'is whole where it is cut early',
      `${letters(60)}… ${letters(60)} and more`,
      `${letters(60)}… ${letters(60)} and more`,
    ],
  ])('%s', (_, paragraph, description) => {
    expect(headed(`<div>Painter</div><p>${paragraph}</p>`)?.description).toBe(description);
  });
});

describe('the links of a panel', () => {
  test.each<[string, string, string | undefined, string | undefined]>([
    ['are none without one that leads out', `<p>${text}</p>`, undefined, undefined],
    [
      'are its source in the paragraph, and its site',
      `<div>Painter</div><p>${text} ${out('a.example/s', 'Wiki')}</p><div>${out('jane.example', 'Site')}</div>`,
      'https://a.example/s',
      'https://jane.example',
    ],
    [
      'are its source beside the paragraph, which may be its site',
      `<div><p>${text}</p>${out('a.example/s', 'Wiki')}</div>`,
      'https://a.example/s',
      'https://a.example/s',
    ],
    [
      'are no source further away',
      `<div><div><p>${text}</p></div></div><p>${out('a.example/s', 'Wiki')}</p>`,
      undefined,
      'https://a.example/s',
    ],
    [
      'are no site that has pages of many',
      `<div><div><p>${text}</p></div></div><p>${out('en.wikipedia.org/wiki/J', 'W')}${out('x.com/jane', 'X')}${out('jane.example', 'Site')}</p>`,
      undefined,
      'https://jane.example',
    ],
  ])('%s', (_, html, source, website) => {
    const read = headed(html);
    expect([read?.description_link, read?.website]).toEqual([source, website]);
  });
});
