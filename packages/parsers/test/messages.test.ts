import { expect, test } from 'vitest';
import { decodeBody } from '../src/html/decode.js';
import {
  isPageError,
  operationExtras,
  operationOf,
  PageError,
  type ParseOptions,
  parseBetaSearch,
} from '../src/index.js';
import { isOperation } from '../src/operations.js';
import { resolveOptions } from '../src/options.js';

const refusalOf = (options: unknown) => () => resolveOptions(options as ParseOptions);

test.each([
  [{ query: 5 }, 'The option "query" must be a string, not 5'],
  [{ query: { a: 1 } }, 'The option "query" must be a string, not an object'],
  [{ query: null }, 'The option "query" must be a string, not null'],
  [{ query: ['x'] }, 'The option "query" must be a string, not an object'],
  [{ page: 'two' }, 'The option "page" must be an integer of 0 or more, not "two"'],
  [{ page: 'x'.repeat(40) }, `The option "page" must be an integer of 0 or more, not "${'x'.repeat(40)}"`],
  [{ page: 'x'.repeat(50) }, `The option "page" must be an integer of 0 or more, not "${'x'.repeat(40)}"`],
  [{ page: 2n }, 'The option "page" must be an integer of 0 or more, not 2'],
  [{ page: -1 }, 'The option "page" must be an integer of 0 or more, not -1'],
  [{ page: 2 ** 53 }, 'The option "page" must be an integer of 0 or more, not 9007199254740992'],
  [{ contentType: false }, 'The option "contentType" must be a string, not false'],
  [{ truncated: 1 }, 'The option "truncated" must be a boolean, not 1'],
  [{ blocks: 'yes' }, 'The option "blocks" must be a boolean, not "yes"'],
  [{ pages: 1 }, /^Unknown option "pages"; known options are query, page, contentType, truncated, /],
  [null, 'The options must be an object, not null'],
  ['query', 'The options must be an object, not "query"'],
])('throws a TypeError for the options %o', (options, message) => {
  expect(refusalOf(options)).toThrow(TypeError);
  expect(refusalOf(options)).toThrow(message instanceof RegExp ? message : new TypeError(message));
});

test('omitted options have the documented defaults', () => {
  const none = { query: undefined, page: undefined, contentType: undefined, truncated: false };
  const extras = Object.fromEntries(
    Object.values(operationExtras).flatMap((names) => names.map((name) => [name, false])),
  );
  expect(resolveOptions()).toEqual({ ...none, ...extras });
  expect(resolveOptions({ page: 0 })).toMatchObject({ page: 1 });
  expect(resolveOptions({ page: 7, query: '', blocks: true, truncated: true })).toEqual({
    ...none,
    ...extras,
    page: 7,
    query: '',
    blocks: true,
    truncated: true,
  });
});

test.each<[ConstructorParameters<typeof PageError>, RegExp | string]>([
  [['captcha'], 'The engine asks for a captcha instead of answering'],
  [['unrecognised', { reason: 'why' }], /: why$/],
  [['wrong_query', { asked: 'a', answered: 'b' }], 'The page answers another query than the one that was asked'],
  [['wrong_page'], 'The page is not the one that was asked for'],
  [['wrong_page', { reason: 'kind' }], 'The page is not the one that was asked for'],
  [['wrong_page', { asked: 2 }], 'The page is not the one that was asked for'],
  [['wrong_page', { answered: 3 }], 'The page is not the one that was asked for: 3'],
  [['wrong_page', { asked: 2, answered: 3 }], 'The page is not the one that was asked for: 3 instead of 2'],
])('the error %j has a message of one sentence', (args, message) => {
  const error = new PageError(...args);
  if (typeof message === 'string') expect(error.message).toBe(message);
  else expect(error.message).toMatch(message);
  expect(error.details).toEqual(args[1] ?? {});
  expect([isPageError(error), isPageError({ ...error }), isPageError(() => error)]).toEqual([true, false, false]);
});

test.each([
  ['alpha.search', true],
  ['alpha.images', false],
  ['toString', false],
  [7, false],
  [undefined, false],
])('%j is an operation: %j', (name, expected) => {
  expect(isOperation(name)).toBe(expected);
});

test.each([
  ['[1]', 'alpha.autocomplete'],
  [' \n["tea",[]]', 'alpha.autocomplete'],
  ['<?xml version="1.0"?>\n<TOPLEVEL/>', 'alpha.autocomplete'],
  ['<toplevel></toplevel>', 'alpha.autocomplete'],
  ['<form id="captcha-form" action="index"><input name="q"></form>', 'alpha.search'],
])('recognises the operation of %j', (body, operation) => {
  expect(operationOf(body)).toBe(operation);
});

test.each(['<toplevels/>', '<p>toplevel</p>', '<h3><a href="https://a.example/">A</a></h3>'])(
  'recognises no operation for %j',
  (body) => {
    expect(() => operationOf(body)).toThrow(
      expect.objectContaining({ state: 'unrecognised', details: { reason: 'no sign of any engine' } }),
    );
  },
);

test('throws unrecognised for an empty body', () => {
  expect(() => parseBetaSearch('')).toThrow(expect.objectContaining({ state: 'unrecognised' }));
});

test.each<[string, Uint8Array | string, string | undefined, string]>([
  ['a byte order mark in a string', '\ufeffa', undefined, 'a'],
  ['a byte order mark of UTF-8', Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 'text/html; charset=latin1', 'a'],
  ['two bytes of the byte order mark of UTF-8', Uint8Array.of(0xef, 0xbb, 0x61), 'text/html; charset=latin1', 'ï»a'],
  ['a byte order mark of UTF-16BE', Uint8Array.of(0xfe, 0xff, 0, 0x61), undefined, 'a'],
  ['one byte of the byte order mark of UTF-16BE', Uint8Array.of(0xfe, 0x61), 'text/html; charset=latin1', 'þa'],
  ['one byte of the byte order mark of UTF-16LE', Uint8Array.of(0xff, 0x61), 'text/html; charset=latin1', 'ÿa'],
  [
    'an unknown charset in its markup',
    new TextEncoder().encode('<meta charset = "x-none">é'),
    undefined,
    '<meta charset = "x-none">é',
  ],
  [
    'a charset after the first 1,024 bytes',
    Uint8Array.from([...new TextEncoder().encode(`${' '.repeat(1010)}<p charset=latin1>`), 0xe9]),
    undefined,
    `${' '.repeat(1010)}<p charset=latin1>\ufffd`,
  ],
  [
    'a charset within the first 1,024 bytes',
    Uint8Array.from([...new TextEncoder().encode(`${' '.repeat(1006)}<p charset=latin1>`), 0xe9]),
    undefined,
    `${' '.repeat(1006)}<p charset=latin1>é`,
  ],
  ['no bytes', new Uint8Array(), undefined, ''],
])('decodes a body with %s', (_, body, contentType, text) => {
  expect(decodeBody(body, contentType)).toBe(text);
});
