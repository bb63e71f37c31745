import { expect, test } from 'vitest';
import { targetOf as alphaTargetOf } from '../../src/alpha/links.js';
import { targetOf as betaTargetOf } from '../../src/beta/links.js';

/** More than V8 waits before it compiles what is called: some ways of asking answer otherwise from then on. */
const many = 20_000;

test.each([
  ['Latin-1', 'http://bücher.example/a'],
  ['another script', 'http://пример.example/a'],
  ['a mixture', 'http://bücher.example/книга'],
])('a host or path in letters of %s leads there however often it is asked', (_, link) => {
  for (let i = 0; i < many; i++) {
    if (alphaTargetOf(link) !== link || betaTargetOf(link) !== link) expect.fail(`lost at call ${i}`);
  }
});
