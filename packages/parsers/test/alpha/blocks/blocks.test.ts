import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../../src/alpha/search.js';
import { blocksOf, row } from '../../support/alpha-blocks.js';

test('returns empty lists and omits objects for a page without blocks', () => {
  expect(blocksOf(row('first') + row('last'))).toEqual({
    ads: [],
    shopping: [],
    people_also_ask: [],
    top_stories: [],
    local_news: [],
    perspectives: [],
    discussions: [],
    videos: [],
    short_videos: [],
    images: [],
    local_results: [],
    twitter: [],
    products: [],
    hotels: [],
    flights: [],
    recipes: [],
    jobs: [],
    events: [],
    scholarly: [],
    sitelinks: [],
  });
});

test('returns blocks only with the option `blocks`', () => {
  const page = `<div id="search"><div id="rso">${row('first')}${row('last')}</div></div>`;
  expect(parseAlphaSearch(page)).not.toHaveProperty('blocks');
  expect(parseAlphaSearch(page, { blocks: true }).blocks?.ads).toEqual([]);
});
