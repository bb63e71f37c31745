import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../../src/alpha/search.js';
import { blocksOf, row } from '../../support/alpha-blocks.js';

test('returns empty lists and omits objects for a page without blocks', () => {
  const blocks = Object.values(blocksOf(row('first') + row('last')));
  expect(blocks.length).toBeGreaterThan(10);
  for (const block of blocks) expect(block).toEqual([]);
});

test('returns blocks only with the option `blocks`', () => {
  const page = `<div id="search"><div id="rso">${row('first')}${row('last')}</div></div>`;
  expect(parseAlphaSearch(page)).not.toHaveProperty('blocks');
  expect(parseAlphaSearch(page, { blocks: true }).blocks?.ads).toEqual([]);
});
