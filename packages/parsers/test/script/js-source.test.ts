import { expect, test } from 'vitest';
import { endOfString, unescapeJsString } from '../../src/script/js-source.js';

test.each([
  ['a', 'a'],
  ['', ''],
  ['a\\', 'a\\'],
  ['\\', '\\'],
  ['\\x41\\', 'A\\'],
  ['\\nb\\tc', '\nb\tc'],
  ['\\x4', 'x4'],
  ['a\\x3db', 'a=b'],
])('unescaped(%j) is %j', (written, text) => {
  expect(unescapeJsString(written)).toBe(text);
});

test.each([
  ['"a"b"', 0, 2],
  ["x'a\\'b'c", 1, 6],
  ["'a\\\\'b'", 0, 4],
  ["'a\\\\\\'b'", 0, 7],
  ['"a', 0, -1],
  ['"a\\"', 0, -1],
  ['"', 0, -1],
])('the string in %j that starts at %i ends at %i', (source, start, end) => {
  expect(endOfString(source, start)).toBe(end);
});
