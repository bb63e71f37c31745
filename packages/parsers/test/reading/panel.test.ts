import { describe, expect, test } from 'vitest';
import { readKnowledgeGraph } from '../../src/reading/blocks/knowledge-graph.js';
import { out, partsOf, search } from '../support/block-parts.js';

const text = 'Jane Quill is a painter of boats and harbours, who lives by the sea.';
const letters = (length: number): string => 'x'.repeat(length);
const panel = (html: string, column: 'main' | 'side' = 'side') => readKnowledgeGraph(partsOf(html, column))?.item;
const headed = (html: string) => panel(`<h2>Jane Quill</h2>${html}`);
const jane = { title: 'Jane Quill', description: text };

describe('readKnowledgeGraph', () => {
  test.each<[string, string, object | undefined]>([
    ['a title above a paragraph', `<h2>Jane Quill</h2><p>${text}</p>`, jane],
    ['the first line as the title if there is no heading', `<div>Jane Quill</div><p>${text}</p>`, jane],
    ['the first line as the title if the heading follows', `<div>Jane Quill</div><p>${text}</p><h2>More</h2>`, jane],
    [
      'the visible title rather than a hidden one',
      `<h2 hidden>Jane</h2><h2></h2><h2>Jane Quill</h2><p>${text}</p>`,
      jane,
    ],
    ['a title of two lines', `<h2>Jane<br>Quill</h2><p>${text}</p>`, jane],
    ['no panel without a paragraph', '<h2>Jane Quill</h2><p>A painter</p>', undefined],
    ['no panel without text', '<p></p>', undefined],
    [
      'no panel with an advertisement',
      `<h2>Jane Quill</h2><p>${text}</p><a href="https://search.brave.com/a/redirect?click_url=x">Buy</a>`,
      undefined,
    ],
    ['a panel without the id of its entity', `<div>1a2b3c4d-5e6f-0000</div><h2>Jane Quill</h2><p>${text}</p>`, jane],
    ['a panel without its buttons', `<button>Share</button><h2>Jane Quill</h2><p>${text}</p>`, jane],
    [
      'a panel that ends at the next heading',
      `<h2>Jane Quill</h2><p>${text}</p><h3>Born</h3><p><b>Died:</b> never</p>`,
      jane,
    ],
    [
      'a panel that continues after a hidden heading',
      `<h2>Jane Quill</h2><h3 hidden>Born</h3><h3></h3><p>${text}</p>`,
      jane,
    ],
    ['no panel with the paragraph below another heading', `<h2>Jane Quill</h2><h3>Born</h3><p>${text}</p>`, undefined],
    ['no panel with a paragraph that is the next heading', `<h2>Jane Quill</h2><h3>${text}</h3>`, undefined],
    [
      'a panel with facts only',
      '<h2>Jane Quill</h2><p><b>Born:</b> 2 March</p>',
      { title: 'Jane Quill', attributes: { Born: '2 March' } },
    ],
  ])('reads %s', (_, html, expected) => {
    expect(panel(html)).toEqual(expected);
  });

  test('ignores a panel in the main column', () => {
    expect(panel(`<h2>Jane Quill</h2><p>${text}</p>`, 'main')).toBeUndefined();
  });
});

describe('the type of a panel', () => {
  test.each<[string, string, string | undefined]>([
    ['is the line below its title', 'Painter', 'Painter'],
    ['has 90 letters', letters(90), letters(90)],
    ['does not have 91 letters', letters(91), undefined],
    ['is not a sentence', 'She paints.', undefined],
    ['is not a truncated text', 'A painter of…', undefined],
    ['may end with an abbreviation of a company name', 'Quill Ltd.', 'Quill Ltd.'],
    ['is not a search link', search('painter'), undefined],
    ['is not a link only', out('a.example', 'Painter'), undefined],
    ['may contain a link', `A ${out('a.example', 'painter')}`, 'A painter'],
  ])('%s', (_, line, type) => {
    expect(headed(`<div>${line}</div><p>${text}</p>`)?.type).toBe(type);
  });

  test('is not a fact', () => {
    expect(headed(`<div><b>Born:</b> 2 March</div><p>${text}</p>`)).toEqual({
      ...jane,
      attributes: { Born: '2 March' },
    });
  });
});

describe('the description of a panel', () => {
  test.each<[string, string, string | undefined]>([
    ['has 60 letters', letters(60), letters(60)],
    ['does not have 59 letters', letters(59), undefined],
    ['is not a search link', search(letters(60)), undefined],
    ['may be a link to a page', out('a.example', letters(60)), letters(60)],
    ['excludes the link to its source', `${text} ${out('a.example', 'Wikipedia')}`, text],
    ['keeps a bold end', `${text} <b>Really</b>`, `${text} Really`],
    ['excludes a source of 40 letters', `${text} ${out('a.example', letters(40))}`, text],
    ['includes a link of 41 letters at the end', `${text} ${out('a.example', letters(41))}`, `${text} ${letters(41)}`],
    ['is the truncated copy if the full text follows', `${letters(70)}… ${letters(70)} and more`, `${letters(70)}…`],
    [
      'is the truncated copy if the full text follows without a space',
      `${text} She has…${text} She has a boat.`,
      `${text} She has…`,
    ],
    [
      'is the truncated copy if the next text has the same 20 letters',
      `${text}… ${text.slice(0, 20)} and so on`,
      `${text}…`,
    ],
    [
      'is the full text if the next text has only the same 19 letters',
      `${text}… ${text.slice(0, 19)}# and so on`,
      `${text}… ${text.slice(0, 19)}# and so on`,
    ],
    [
      'is the full text if there is no copy',
      `${letters(70)}… and more of it, ${letters(70)}`,
      `${letters(70)}… and more of it, ${letters(70)}`,
    ],
    [
      'is the full text if the copy is short',
      `${letters(60)}… ${letters(60)} and more`,
      `${letters(60)}… ${letters(60)} and more`,
    ],
  ])('%s', (_, paragraph, description) => {
    expect(headed(`<div>Painter</div><p>${paragraph}</p>`)?.description).toBe(description);
  });
});

describe('the links of a panel', () => {
  test.each<[string, string, string | undefined, string | undefined]>([
    ['are undefined without a link to another site', `<p>${text}</p>`, undefined, undefined],
    [
      'are the source in the paragraph and the website',
      `<div>Painter</div><p>${text} ${out('a.example/s', 'Wiki')}</p><div>${out('jane.example', 'Site')}</div>`,
      'https://a.example/s',
      'https://jane.example',
    ],
    [
      'are the source in the paragraph if there is no other link',
      `<div>Painter</div><p>${text} ${out('a.example/s', 'Wiki')}</p>`,
      'https://a.example/s',
      'https://a.example/s',
    ],
    [
      'are no website if the source in the paragraph is a site with pages of many people',
      `<div>Painter</div><p>${text} ${out('en.wikipedia.org/wiki/J', 'W')}</p>`,
      'https://en.wikipedia.org/wiki/J',
      undefined,
    ],
    [
      'are the source beside the paragraph, which may be the website',
      `<div><p>${text}</p>${out('a.example/s', 'Wiki')}</div>`,
      'https://a.example/s',
      'https://a.example/s',
    ],
    [
      'are the source beside the paragraph in boxes of its own',
      `<div><div><div><p>${text}</p></div></div>${out('a.example/s', 'Wiki')}</div>`,
      'https://a.example/s',
      'https://a.example/s',
    ],
    [
      'are the source beside the paragraph in an unknown element of a line',
      `<div><div><span><x-w>${text}<div></div></x-w></span><b>Born</b></div>${out('a.example/s', 'Wiki')}</div>`,
      'https://a.example/s',
      'https://a.example/s',
    ],
    [
      'do not include a source outside the element around the paragraph',
      `<div><div><p>${text}</p><b>Born</b></div></div><p>${out('a.example/s', 'Wiki')}</p>`,
      undefined,
      'https://a.example/s',
    ],
    [
      'do not include a site with pages of many people as the website',
      `<div><div><p>${text}</p><b>Born</b></div></div><p>${out('en.wikipedia.org/wiki/J', 'W')}${out('x.com/jane', 'X')}${out('jane.example', 'Site')}</p>`,
      undefined,
      'https://jane.example',
    ],
    [
      'are a whole site rather than a page, and a page only before all profiles',
      `<p>${text}</p><b>Born</b><p>${out('b.example/jane', 'B')}</p><p>${out('jane.example', 'Site')}</p>`,
      'https://b.example/jane',
      'https://jane.example',
    ],
    [
      'do not include a page after a profile as the website',
      `<div><div><p>${text}</p><b>Born</b></div></div><p>${out('x.com/jane', 'X')}${out('b.example/jane', 'B')}</p>`,
      undefined,
      undefined,
    ],
    [
      'do not include a quoted text as the website',
      `<div><div><p>${text}</p><b>Born</b></div></div><p>${out('b.example/#:~:text=jane', 'B')}</p>`,
      undefined,
      undefined,
    ],
  ])('%s', (_, html, source, website) => {
    const read = headed(html);
    expect([read?.description_link, read?.website]).toEqual([source, website]);
  });
});
