import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { operations, type Parser } from '../../src/index.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const megabyte = 1_000_000;
const { 'alpha.autocomplete': _noPage, ...readers } = operations;

test.each(Object.entries<Parser>(readers))('a result of %s does not keep its page in memory', (operation, parse) => {
  const file = new URL(`../../../../fixtures/pages/${operation}/typical/page.html`, import.meta.url);
  const page = readFileSync(file, 'utf8');
  const results: unknown[] = [parse(page)];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 20; i++) results.push(parse(`${page}<!--${'é'.repeat(megabyte)}${i}-->`));
  collect();
  expect(results).toHaveLength(21);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * megabyte);
});
