import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ApiKey, parseApiKey } from '../src/limits/keys/api-key.js';
import { createKeyRing } from '../src/limits/keys/key-ring.js';

const hex = (text: string) => createHash('sha256').update(text).digest('hex');

describe('an entry of a list of keys', () => {
  test.each([
    ['a-plain-key', { id: hex('a-plain-key').slice(0, 8), digest: hex('a-plain-key') }],
    [`team.a-1:${hex('secret')}`, { id: 'team.a-1', digest: hex('secret') }],
    [`team:${hex('secret').toUpperCase()}`, { id: 'team', digest: hex('secret') }],
    [`!team:${hex('a')}`, { id: hex(`!team:${hex('a')}`).slice(0, 8), digest: hex(`!team:${hex('a')}`) }],
    [`team:${hex('a')}f`, { id: hex(`team:${hex('a')}f`).slice(0, 8), digest: hex(`team:${hex('a')}f`) }],
  ])('%s', (entry, expected) => {
    const key = parseApiKey(entry, { disabled: false });
    expect(key && { id: key.id, digest: key.secrets[0]?.digest.toString('hex') }).toEqual(expected);
  });

  test.each(['', 'short', 'with a space', 'mit-ümlaut', 'x'.repeat(257)])('%o is none', (entry) => {
    expect(parseApiKey(entry, { disabled: false })).toBeUndefined();
  });
});

describe('a key that is presented', () => {
  const keys = [
    parseApiKey('first-key', { disabled: false }),
    parseApiKey(`second:${hex('second-key')}`, { disabled: false }),
    parseApiKey('third-key', { disabled: true }),
  ].filter((key): key is ApiKey => key !== undefined);
  const ring = createKeyRing(keys);

  test.each([
    ['first-key', hex('first-key').slice(0, 8)],
    ['second-key', 'second'],
    [' second-key ', 'second'],
  ])('%o is let in', (header, id) => {
    expect(ring.authenticate(header).id).toBe(id);
  });

  test.each([
    [undefined, 'missing_api_key'],
    ['', 'missing_api_key'],
    ['  ', 'missing_api_key'],
    ['first-ke', 'invalid_api_key'],
    ['FIRST-KEY', 'invalid_api_key'],
    [hex('second-key'), 'invalid_api_key'],
    [['first-key', 'first-key'], 'invalid_api_key'],
    ['third-key', 'api_key_disabled'],
  ])('%o is refused', (header, code) => {
    expect(() => ring.authenticate(header)).toThrow(expect.objectContaining({ code }));
  });
});
