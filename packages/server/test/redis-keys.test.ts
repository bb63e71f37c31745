import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keyKinds, keyNames } from '../src/state/redis/keys.js';

test('the guide has the table of all keys in Redis', () => {
  const guide = readFileSync(new URL('../../docs/guides/several-machines.md', import.meta.url), 'utf8');
  const cells = guide.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  for (const [kind, { type, tag, holds, expires }] of Object.entries(keyKinds)) {
    expect(cells).toContainEqual([`\`${kind}\``, type, tag, holds, expires]);
  }
});

test('keys of one tag are in one hash slot', () => {
  const key = keyNames('svc');
  expect([key('rate', 'default a'), key('usage', 'a', '2026-11')]).toEqual([
    'svc:2:rate:{default a}',
    'svc:2:usage:{a}:2026-11',
  ]);
});
