import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeBody } from '../../src/html/decode.js';

/** Bodies by the case that they cover. The decoder must do what browsers do. */
const bodies: Record<string, Uint8Array> = {
  'no byte': new Uint8Array(),
  ASCII: utf8('<p>plain</p>'),
  'two bytes per character': utf8('café ÿ'),
  'three bytes per character': utf8('€ 東京 \u2028'),
  'four bytes per character': utf8('😀 𝒜'),
  'a byte order mark': utf8('\ufeffcafé'),
  'a byte order mark before ASCII': utf8('\ufeffplain'),
  'two byte order marks': utf8('\ufeff\ufeffcafé'),
  'a byte order mark only': utf8('\ufeff'),
  'half a byte order mark': Uint8Array.of(0xef, 0xbb),
  NUL: utf8('a\u0000é'),
  'a lone continuation byte': bytes(0x61, 0x80, 0x62),
  'a truncated sequence': bytes(0x61, 0xe2, 0x82),
  'a sequence interrupted by another': bytes(0xe2, 0x82, 0xc3, 0xa9),
  'an overlong sequence': bytes(0xc0, 0xaf, 0xe0, 0x80, 0xaf),
  'a surrogate': bytes(0xed, 0xa0, 0x80),
  'a code point beyond Unicode': bytes(0xf4, 0x90, 0x80, 0x80),
  'bytes that are invalid in UTF-8': bytes(0xfe, 0xfa, 0x61),
  'a view into a larger buffer': utf8('xxéyy').subarray(2, 4),
  'a page of a megabyte': utf8('<p>naïve — '.repeat(80_000)),
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe.each(Object.entries(bodies))('a body with %s', (_, body) => {
  it('is decoded as by TextDecoder', () => {
    expect(decodeBody(body)).toBe(new TextDecoder().decode(body));
    expect(decodeBody(body, 'text/html; charset=UTF8')).toBe(new TextDecoder().decode(body));
  });
});

it('decodes a Node.js Buffer', () => {
  expect(decodeBody(Buffer.from('<p>café'))).toBe('<p>café');
});

it('decodes windows-1252 and its labels as the Encoding Standard requires', () => {
  const body = Uint8Array.from({ length: 0x80 }, (_, index) => index + 0x80);
  const high = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
  for (const name of ['windows-1252', 'iso-8859-1', 'latin1'])
    expect(decodeBody(body, `text/html; charset=${name}`)).toBe(
      high + Buffer.from(body.subarray(0x20)).toString('latin1'),
    );
});

it('decodes other encodings that TextDecoder supports', () => {
  const latin = bytes(0x63, 0x61, 0x66, 0xe9, 0x80);
  expect(decodeBody(latin, 'text/html; charset=iso-8859-1')).toBe('café€');
  expect(decodeBody(bytes(0xff, 0xfe, 0x61, 0))).toBe('a');
  expect(decodeBody(latin, 'text/html; charset=none-such')).toBe('caf\ufffd'); // the default is UTF-8
});

describe.each([
  ['a browser', undefined],
  ['a runtime with an empty module', { getBuiltinModule: () => ({}) }],
  ['a runtime whose module throws', { getBuiltinModule: () => ({ isAscii: fail, isUtf8: fail, transcode: fail }) }],
  ['a runtime that lacks the module', { getBuiltinModule: () => undefined }],
])('in %s', (_, process) => {
  it('decodes bodies to the same text', async () => {
    vi.stubGlobal('process', process);
    const { decodeBody: decode } = await import('../../src/html/decode.js');
    for (const body of Object.values(bodies)) expect(decode(body)).toBe(new TextDecoder().decode(body));
  });
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

function fail(): never {
  throw new Error('Not implemented');
}
