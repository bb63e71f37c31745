import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../../src/alpha/search.js';
import { blocksOf, row } from '../../support/alpha-blocks.js';

test('lists are there and empty, objects left out, where the page has none', () => {
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

test('blocks are in the result only where they are asked for', () => {
  const page = `<div id="search"><div id="rso">${row('first')}${row('last')}</div></div>`;
  expect(parseAlphaSearch(page)).not.toHaveProperty('blocks');
  expect(parseAlphaSearch(page, { blocks: true }).blocks?.ads).toEqual([]);
});
