import { describe, expect, test } from 'vitest';
import { readBlocks } from '../../src/gamma/blocks/blocks.js';
import { laidOut, out, rowLink, search } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const spellingIn = (html: string) => readBlocks(laidOut(html)).spelling?.item;

describe('the line with another writing of the query', () => {
  test.each([
    ['suggested', `Did you mean ${search('pears')}?`],
    ['corrected', `Results for ${search('pears')}. Search for ${search('paers')} instead.`],
    ['suggested', `Did you mean ${search('"pears"', 'pears')}?`],
    ['suggested', `Did you mean ${search('pears', '“pears”')}?`],
    ['suggested', `Did you mean ${search('pears')}? Or ${search('apples', 'those')}?`],
    ['suggested', `Did you mean <span hidden>${search('apples')}</span>${search('pears')}?`],
  ])('is %s: %s', (kind, html) => {
    expect(spellingIn(part(html) + rowLink)).toEqual({ kind, query: expect.stringMatching(/^“?pears”?$/) });
  });

  test.each([
    ['below the first row', rowLink + part(`Did you mean ${search('pears')}?`)],
    ['beside the rows', part(`Did you mean ${search('pears')}?`, 'side') + rowLink],
    ['without a word beside its link', part(search('pears')) + rowLink],
    ['with three links', part(`Try ${search('pears')}, ${search('plums')}, ${search('figs')}`) + rowLink],
    ['whose link asks for something else', part(`Did you mean ${search('pears', 'this fruit')}?`) + rowLink],
    ['whose link asks for nothing', part('Did you mean <a href="/search">pears</a>?') + rowLink],
    ['whose link has no words', part('Did you mean <a href="/search?q="><img></a>?') + rowLink],
  ])('is none %s', (_, html) => {
    expect(spellingIn(html)).toBeUndefined();
  });

  test('may stand behind another part, on a page without rows', () => {
    expect(spellingIn(part(out('a.example/', 'A')) + part(`Did you mean ${search('pears')}?`))?.query).toBe('pears');
  });
});
