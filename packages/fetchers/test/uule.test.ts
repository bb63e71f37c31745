import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeUule, encodeCoordinatesUule, encodeNameUule, isUule } from '../src/index.js';
import type { UuleLocation } from '../src/places/types.js';

interface Known {
  uule: string;
  location: UuleLocation;
}

/** Strings published by the engine, its users and their tools, with their meaning. */
interface Vectors {
  names: { uule: string; name: string; encoded: string }[];
  lengths: { bytes: number; letter: string; prefix: string }[];
  points: Known[];
  forms: (Known & { form: string })[];
  others: Known[];
  unusual: Known[];
  cutShort: string[];
}

const vectors = JSON.parse(readFileSync(new URL('uule-vectors.json', import.meta.url), 'utf8')) as Vectors;

describe('a name', () => {
  it.each(vectors.names)('is encoded: $name', ({ name, encoded }) => {
    expect(encodeNameUule(name)).toBe(encoded);
  });

  it.each(vectors.names)('is decoded: $name', ({ uule, name }) => {
    expect(decodeUule(uule)).toEqual({ role: 2, producer: 32, name });
  });

  it.each(vectors.lengths)('of $bytes bytes has its length as a prefix', ({ bytes, letter, prefix }) => {
    const uule = encodeNameUule(letter.repeat(bytes));
    expect(uule.slice(0, prefix.length)).toBe(prefix);
    expect(decodeUule(uule)?.name).toHaveLength(bytes);
  });

  it('is measured in bytes, not in letters', () => {
    expect(encodeNameUule('Düßel')).toBe(`w+${Buffer.from('\b\x02\x10 "\x07Düßel').toString('base64url')}`);
  });
});

describe('a point', () => {
  it.each(vectors.points)('is decoded: $uule', ({ uule, location }) => {
    expect(decodeUule(uule)).toEqual(location);
  });

  it.each(vectors.points)('is encoded and decoded without loss: $uule', ({ location }) => {
    const { latitude = 0, longitude = 0, timestamp } = location;
    const uule = encodeCoordinatesUule({ latitude, longitude, time: Number(timestamp) / 1000 });
    expect(decodeUule(uule)).toEqual({ ...location, provenance: 0, radius: -1 });
  });

  it('is encoded like that of the engine', () => {
    const uule = encodeCoordinatesUule({ latitude: 30.266666, longitude: -97.73333, time: 1_680_877_906_236.736 });
    expect(uule).toBe(vectors.points[0]?.uule);
  });

  it('is rounded to the nearest ten-millionth, even below one degree', () => {
    const uule = encodeCoordinatesUule({ latitude: 0.5, longitude: -0.1278, time: 0 });
    expect(Buffer.from(uule.slice(2), 'base64url').toString()).toContain(
      'latitude_e7:5000000\nlongitude_e7:-1278000\n',
    );
  });

  it('has the current time by default', () => {
    const before = Date.now() * 1000;
    const { timestamp } = decodeUule(encodeCoordinatesUule({ latitude: 1, longitude: 2 })) ?? {};
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
  });
});

describe('decodeUule', () => {
  it.each(vectors.forms)('decodes the form $form', ({ uule, location }) => {
    expect(decodeUule(uule)).toEqual(location);
  });

  it.each(vectors.others)('decodes a binary point or feature: $uule', ({ uule, location }) => {
    expect(decodeUule(uule)).toEqual(location);
  });

  it.each(vectors.unusual)('decodes a string that the engine ignores: $uule', ({ uule, location }) => {
    expect(decodeUule(uule)).toEqual(location);
  });

  it.each(vectors.cutShort)('rejects a truncated message: %s', (uule) => {
    expect(decodeUule(uule)).toBeUndefined();
  });

  it.each(['w%2BCAIQICIBQQ%3D%3D', 'w CAIQICIBQQ', 'w%20CAIQICIBQQ=='])('reads %s', (uule) => {
    expect(decodeUule(uule)?.name).toBe('A');
  });

  it.each(['', 'w+', 'x+CAIQICIBQQ', 'CAIQICIBQQ', 'w+CAI*', 'a+AAAA'])('rejects %j', (uule) => {
    expect(decodeUule(uule)).toBeUndefined();
  });
});

describe('isUule', () => {
  it('accepts up to 2,048 characters', () => {
    const longest = encodeNameUule('a'.repeat(1_527));
    expect(longest).toHaveLength(2_048);
    expect(isUule(longest)).toBe(true);
    expect(isUule(encodeNameUule('a'.repeat(1_528)))).toBe(false);
  });

  it.each(['w+AAAA', 'a+AAAA', 'w+CAIQIA', `a+${Buffer.from('role:1').toString('base64url')}`, 'w+CAIQICJS'])(
    'rejects a string without a place: %s',
    (uule) => {
      expect(isUule(uule)).toBe(false);
    },
  );

  it.each([
    { latitude: Number.NaN, longitude: 0 },
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -180.1 },
    { latitude: 0, longitude: Number.POSITIVE_INFINITY },
    { latitude: 0, longitude: 0, time: Number.NaN },
  ])('encodeCoordinatesUule rejects %o', (point) => {
    expect(() => encodeCoordinatesUule(point)).toThrow(RangeError);
  });
});

it.each([
  ['10', 0],
  [0, '10'],
  [Number.NaN, 0],
  [0, undefined],
])('refuses the coordinates %j, %j', (latitude, longitude) => {
  expect(() => encodeCoordinatesUule({ latitude, longitude } as never)).toThrow(RangeError);
});

it('refuses an empty name', () => {
  expect(() => encodeNameUule('')).toThrow(new RangeError('The canonical name must not be empty'));
});
