import { expect, test } from 'vitest';
import { targetOf as alphaTargetOf } from '../../src/alpha/links.js';
import { targetOf as betaTargetOf } from '../../src/beta/links.js';

/** More calls than V8 needs before it optimises a function: some expressions have given other results from then on. */
const many = 20_000;

test.each([
  ['Latin-1', 'http://bücher.example/a'],
  ['another script', 'http://пример.example/a'],
  ['a mixture', 'http://bücher.example/книга'],
])('targetOf returns an address with letters of %s unchanged in every call', (_, link) => {
  for (let i = 0; i < many; i++) {
    if (alphaTargetOf(link) !== link || betaTargetOf(link) !== link) expect.fail(`lost at call ${i}`);
  }
});
