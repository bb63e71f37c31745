import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { withSettings } from '../scripts/settings-tables.js';
import { createRedisKeyNamer, redisKeyKinds } from '../src/state/redis/client.js';
import { endAll, run } from './helpers/command-line.js';

afterAll(endAll);

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Runs a generating script with `--check`, which compares instead of writing. */
const check = (script: string) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL(`../scripts/${script}`, import.meta.url)), '--check']);

test('CLI.md matches the help of the commands; if not, run `pnpm --filter @svc/server cli-reference`', async () => {
  await check('cli-reference.mjs');
});

test('the build stores the help that the command prints', async () => {
  await check('store-help.mjs');
  const stored: Record<string, string> = JSON.parse(read('../dist/help.json'));
  const calls = [['--help'], ['help', 'keys', 'create'], ['start', '-h'], ['parse', 'help']];
  const shown = await Promise.all(calls.map((args) => run(args)));
  expect(shown.map(({ out }) => out)).toEqual(['', 'keys create', 'serve', 'parse'].map((path) => stored[path]));
});

test('the configuration guide lists every setting under its subject', () => {
  const guide = read('../../docs/guides/configuration.md');
  expect(withSettings(guide)).toBe(guide);
  expect(() => withSettings(guide.replace('## Cache', '## Caching'))).toThrow('Caching');
});

test('the guide on several machines lists every kind of Redis key', () => {
  const guide = read('../../docs/guides/several-machines.md');
  const cells = guide.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  for (const [kind, { type, tag, holds, expires }] of Object.entries(redisKeyKinds)) {
    expect(cells).toContainEqual([`\`${kind}\``, type, tag, holds, expires]);
  }
});

test('keys with the same tag share a hash slot', () => {
  const key = createRedisKeyNamer('svc');
  expect([key('rate', 'default a'), key('usage', 'a', '2026-11')]).toEqual([
    'svc:2:rate:{default a}',
    'svc:2:usage:{a}:2026-11',
  ]);
});
