import { describe, expect, test } from 'vitest';
import { propertyOf, readLiteral, type WantedProperties } from '../../src/script/js-literal.js';

const wanted: WantedProperties = { a: { b: {} }, 'b c': {}, Español: {}, 7: {}, ['__proto__']: { x: {} } };

describe('readLiteral', () => {
  test.each([
    ['"a\\u003Cb\\x21\\n\\u{1F600}\\q\\\\"', 'a<b!\n😀q\\'],
    ['"\\u{110000}|\\u{10FFFF}"', '|\u{10ffff}'],
    ['"\\x4:\\x4g\\x4`\\x4/\\x4@\\x4G"', 'x4:x4gx4`x4/x4@x4G'],
    ["'it\\'s'", "it's"],
    ['`a\nb`', 'a\nb'],
    ['"line\\\nbreak"', 'linebreak'],
    ['-1.5e3', -1500],
    ['.5', 0.5],
    ['0x1F', 31],
    ['12n', 12],
    ['true', true],
    ['!0', true],
    ['!1', false],
    ['null', null],
    ['void 0', undefined],
    ['undefined', undefined],
    ['new Date("2026-05-30")', '2026-05-30'],
    ['[1,,"b",]', [1, undefined, 'b']],
    ['  { a : 1 , "b c": [ ] , Español:{}, 7: null }', { a: 1, 'b c': [], Español: {}, 7: null }],
    ['{__proto__:{x:1}}.y', Object.assign(Object.create(null), { ['__proto__']: { x: 1 } })],
  ])('reads %s', (source, value) => {
    const found = readLiteral(source, 0, wanted);
    expect(JSON.stringify(found)).toBe(JSON.stringify(value));
  });
});

test('readLiteral starts at the given index and stops after the value', () => {
  expect(readLiteral('f({data:[1,2], form:null})', 8, {})).toEqual([1, 2]);
});

test.each([
  '',
  '{',
  '[1',
  '"open',
  ...[
    '{:1}',
    '{,}',
    '{a{:1}',
    '{a@:1}',
    '{a`:1}',
    '{a/:1}',
    '{a%:1}',
    '{a#:1}',
    '{a^:1}',
    '{a[:1}',
    '{a -:1}',
    '{a;:1}',
  ],
  ...['[\x0e1]', '[\x081]', '[é1]', '[\u200b1]', '[\x9f1]'],
  '{a 1}',
  '{a:1 b:2}',
  '[1 2]',
  'alert(1)',
  'new Map([])',
  'new Date(1',
  '(1)',
  '"\\',
])('%j is not a literal', (source) => {
  expect(readLiteral(source, 0, wanted)).toBeUndefined();
});

test('readLiteral skips unwanted properties with any value', () => {
  const passed = `{f(a,[b]) { return "}" }, '\\',': \`]\`, x: "\\"}", y: ["\\\\", '"']}`;
  const value = readLiteral(`[{p:${passed},a:{p:alert(1),b:2},q:-1e3}, {q:${passed}}, 3]`, 0, wanted);
  expect(JSON.stringify(value)).toBe('[{"a":{"b":2}},{},3]');
});

test.each(['{p:1', '{p:"', '{p:"\\"}', '{p:[}', '{p:/}/}', '{p:1]'])(
  '%j is not a literal even if its properties are unwanted',
  (source) => {
    expect(readLiteral(source, 0, {})).toBeUndefined();
  },
);

test('readLiteral returns undefined for excessive nesting', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(readLiteral(nested(201), 0, {})).toBeInstanceOf(Array);
  expect(readLiteral(nested(202), 0, {})).toBeUndefined();
  const dates = (depth: number) => `${'new Date('.repeat(depth)}1${')'.repeat(depth)}`;
  expect([readLiteral(dates(200), 0, {}), readLiteral(dates(201), 0, {})]).toEqual([1, undefined]);
  const negated = (depth: number) => `${'!'.repeat(depth)}1`;
  expect([readLiteral(negated(200), 0, {}), readLiteral(negated(201), 0, {})]).toEqual([true, undefined]);
  const void0 = (depth: number) => `[${'void '.repeat(depth)}1]`;
  expect([readLiteral(void0(199), 0, {}), readLiteral(void0(200), 0, {})]).toEqual([[undefined], undefined]);
  const objects = (depth: number) => `${'{a:'.repeat(depth)}1${'}'.repeat(depth)}`;
  const all: { a?: WantedProperties } = {};
  all.a = all as WantedProperties;
  expect(JSON.stringify(readLiteral(objects(200), 0, all as WantedProperties))).toBe(
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  );
  expect(readLiteral(objects(201), 0, all as WantedProperties)).toBeUndefined();
});

test('readLiteral takes linear time', () => {
  expect(readLiteral('['.repeat(100_000), 0, {})).toBeUndefined();
  const started = process.cpuUsage();
  for (const unit of ['"', '\\"', '[1,', '{a:', ' ', '!']) {
    readLiteral(`["${unit.repeat(300_000)}`, 0, {});
    readLiteral(`{a:"${unit.repeat(300_000)}`, 0, {});
    readLiteral(`{a:${unit.repeat(300_000)}`, 0, {});
  }
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2000);
});

test('propertyOf follows a path of objects', () => {
  const value = readLiteral('{a:{b:[{c:1}]}}', 0, { a: { b: { c: {} } } });
  expect(propertyOf(value, 'a', 'b')).toEqual([expect.objectContaining({ c: 1 })]);
  expect(propertyOf(value, 'a', 'b', 'c')).toBeUndefined();
  expect(propertyOf(null, 'a')).toBeUndefined();
  expect(propertyOf(value, 'toString')).toBeUndefined();
});
