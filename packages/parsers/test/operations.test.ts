import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import own from '../package.json' with { type: 'json' };
import * as entry from '../src/index.js';

const { operationNames, operations, parseAuto } = entry;

test.each(operationNames)('the parser of %s is exported by name', (name) => {
  const words = name.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  expect(entry).toHaveProperty(`parse${words.join('')}`, operations[name]);
});

test('every exported parser of a single kind is an operation', () => {
  const parsers = Object.entries(entry).flatMap(([name, value]) => (/^parse(?!Auto)[A-Z]/.test(name) ? [value] : []));
  expect(new Set(parsers)).toEqual(new Set(Object.values(operations)));
});

test.each(operationNames)('the parser of %s has its own entry point', (name) => {
  const entries: Readonly<Record<string, unknown>> = own.exports;
  const [engine = '', kind = ''] = name.split('.');
  expect(entries[`./*/${kind}`]).toEqual({ types: `./dist/*/${kind}.d.ts`, default: `./dist/*/${kind}.js` });
  expect(existsSync(new URL(`../src/${engine}/${kind}.ts`, import.meta.url))).toBe(true);
});

test('parseAuto refuses an unknown option, whatever the page is', () => {
  for (const body of ['<p>tea', '["tea",[]]', ''])
    expect(() => parseAuto(body, { pages: 2 } as object)).toThrow(/^Unknown option "pages"; known options are /);
});
