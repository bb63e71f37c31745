import { describe, expect, test } from 'vitest';
import { readBlocks } from '../../src/gamma/blocks/blocks.js';
import { laidOut, out, rowLink, search } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const spellingIn = (html: string) => readBlocks(laidOut(html)).spelling?.item;

describe('the line with another spelling of the query', () => {
  test.each([
    ['suggested', `Did you mean ${search('pears')}?`],
    ['corrected', `Results for ${search('pears')}. Search for ${search('paers')} instead.`],
    ['suggested', `Did you mean ${search('"pears"', 'pears')}?`],
    ['suggested', `Did you mean ${search('pears', '“pears”')}?`],
    ['suggested', `Did you mean ${search('pears')}? Or ${search('apples', 'those')}?`],
    ['suggested', `Did you mean <span hidden>${search('apples')}</span>${search('pears')}?`],
  ])('is read as %s: %s', (kind, html) => {
    expect(spellingIn(part(html) + rowLink)).toEqual({ kind, query: expect.stringMatching(/^“?pears”?$/) });
  });

  test.each([
    ['below the first result', rowLink + part(`Did you mean ${search('pears')}?`)],
    ['in the side column', part(`Did you mean ${search('pears')}?`, 'side') + rowLink],
    ['without words beside its link', part(search('pears')) + rowLink],
    ['with three links', part(`Try ${search('pears')}, ${search('plums')}, ${search('figs')}`) + rowLink],
    ['with a link whose text differs from its query', part(`Did you mean ${search('pears', 'this fruit')}?`) + rowLink],
    ['with a link without a query', part('Did you mean <a href="/search">pears</a>?') + rowLink],
    ['with a link without text', part('Did you mean <a href="/search?q="><img></a>?') + rowLink],
  ])('is ignored %s', (_, html) => {
    expect(spellingIn(html)).toBeUndefined();
  });

  test('is read after another part on a page without results', () => {
    expect(spellingIn(part(out('a.example/', 'A')) + part(`Did you mean ${search('pears')}?`))?.query).toBe('pears');
  });
});
