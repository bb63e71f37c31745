import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readLiteral, type WantedProperties } from '../../src/script/js-literal.js';
import { randomNumbers } from '../support/generated-pages.js';

/** Contents of strings: each escape, values on both sides of its limits, and sequences that resemble an escape. */
const inStrings = [
  'a', ' ', 'é', '😀', ',', ':', '}', ']', '{', '[', '(', ')', '/', '\\\\', '\\"', "\\'", '\\`', '\\n', '\\t', '\\r', '\\b', '\\f', '\\v', '\\0',
  '\\q', '\\$', '\\x00', '\\x0a', '\\x41', '\\x5F', '\\x99', '\\xaf', '\\xFa', '\\xF0', '\\u0041', '\\u00e9', '\\uD83D\\uDE00', '\\u{41}',
  '\\u{1F600}', '\\u{10ffff}', '\\u{0}', 'u0041', 'x41', '\\\n', '\\\\x41', '\\\\\\x41', '\\é', '\\\\\\"',
]; // biome-ignore format: a table of pieces

const numbers = ['0', '7', '-7', '1.5', '.5', '-.5', '5.', '1e3', '1e-3', '2.5E+2', '0x0', '0xAf9', '12n', '0x1Fn'];
const words = ['true', 'false', 'null', 'undefined', 'void 0', '!0', '!1', '!""', '!!1', 'NaN', 'Infinity', '!null'];
const spaces = ['', '', ' ', '\t', '\n', '\r\n', '\v', '\f', '\u00a0', '\u2003', '\u3000', '\ufeff', '\u2028'];
const names = ['a', 'b9', '$c', '_d', 'Zz', '"e f"', "'g'", 'Español', '7', '"x\\x41"', 'A0', 'zZ9'];

/** The names as `wanted` has them, without quotes and escapes. */
const wantedNames = ['a', 'b9', '$c', '_d', 'Zz', 'e f', 'g', 'Español', '7', 'xA', 'A0', 'zZ9'];

/** Wants every name down to the given depth. */
function wantedTo(depth: number): WantedProperties {
  return depth === 0 ? {} : Object.fromEntries(wantedNames.map((name) => [name, wantedTo(depth - 1)]));
}

/** Generates literals as in scripts, over several lines and with any contents in strings. */
function literals(seed: number): () => string {
  const random = randomNumbers(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  const many = (write: () => string): string[] => Array.from({ length: Math.floor(random() * 5) }, write);
  const spaced = (text: string): string => pick(spaces) + text + pick(spaces);
  const string = (): string => {
    const quote = pick(['"', "'", '`']);
    return quote + many(() => pick(inStrings)).join('') + quote;
  };
  const value = (depth: number): string => {
    const kind = random() * (depth === 0 ? 3 : 5);
    if (kind < 1) return string();
    if (kind < 2) return pick(numbers);
    if (kind < 3) return pick(words);
    if (kind < 4) return `[${many(() => spaced(random() < 0.2 ? '' : value(depth - 1))).join(',')}]`;
    const pairs = many(() => `${spaced(pick(names))}:${spaced(value(depth - 1))}`);
    return `{${pairs.join(',')}${pairs.length > 0 && random() < 0.3 ? ', ' : ' '}}`;
  };
  return () => value(3);
}

/** Distinguishes -0 from 0, `undefined` from a missing property, and numbers that JSON does not have. */
function printed(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, printed).join(',')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const pairs = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${printed(inner)}`);
  return `{${pairs.sort().join(',')}}`;
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
const wanted = wantedTo(4);

test.each(seeds)('readLiteral returns the value that a script has (seed %d)', (seed) => {
  const next = literals(seed);
  for (let count = 0; count < 50; count++) {
    const source = next();
    const value: unknown = runInNewContext(`(${source})`);
    expect(printed(readLiteral(source, 0, wanted)), source).toBe(printed(value));
  }
});

test.each(seeds)('readLiteral skips an unwanted literal (seed %d)', (seed) => {
  const next = literals(seed);
  for (let count = 0; count < 50; count++) {
    const [passed, read] = [next(), next()];
    const source = `{zz:${passed},a:${read}}`;
    const found = readLiteral(source, 0, { a: wanted });
    // Skipping fails at a slash outside a string. These literals have none.
    expect(printed(found), source).toBe(`{"a":${printed(runInNewContext(`(${read})`))}}`);
  }
});

test.each(seeds)('readLiteral returns undefined for a truncated object or array (seed %d)', (seed) => {
  const next = literals(seed);
  for (let count = 0; count < 10; count++) {
    const source = `[${next()},{a:${next()}}]`;
    const cuts = Array.from({ length: source.length }, (_, end) => source.slice(0, end));
    expect(cuts.filter((cut) => readLiteral(cut, 0, wanted) !== undefined)).toEqual([]);
    expect(cuts.filter((cut) => readLiteral(`{zz:${cut}`, 0, wanted) !== undefined)).toEqual([]);
  }
});
