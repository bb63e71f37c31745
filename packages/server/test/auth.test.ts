import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/index.js';
import { environment, testService } from './helpers/service.js';

/** The key of an entry of `SVC_API_KEYS`. */
const keyOf = (entry: string) => readConfig({ ...environment, SVC_API_KEYS: entry }).apiKeys[0]!;
const idOf = (text: string) => keyOf(text).id;
const hex = (text: string) => createHash('sha256').update(text).digest('hex');

describe('parsing an entry of SVC_API_KEYS', () => {
  test.each([
    ['a-plain-key', { id: expect.stringMatching(/^key-[0-9a-f]{8}$/), digest: hex('a-plain-key') }],
    [`team.a-1:${hex('secret')}`, { id: 'team.a-1', digest: hex('secret') }],
    [`team:${hex('secret').toUpperCase()}`, { id: 'team', digest: hex('secret') }],
    [`!team:${hex('a')}`, { id: expect.stringMatching(/^key-[0-9a-f]{8}$/), digest: hex(`!team:${hex('a')}`) }],
    [`team:${hex('a')}f`, { id: expect.stringMatching(/^key-[0-9a-f]{8}$/), digest: hex(`team:${hex('a')}f`) }],
  ])('%s', (entry, expected) => {
    const { id, secrets } = keyOf(entry);
    expect({ id, digest: secrets[0]?.digest.toString('hex') }).toEqual(expected);
  });

  test('the id is the same in every process and does not help to guess the key', () => {
    const ids = ['a-plain-key', 'a-plain-kez', 'a-plain-key'].map(idOf);
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
    const fast = ['md5', 'sha1', 'sha256', 'sha512'].map((name) =>
      createHash(name).update('a-plain-key').digest('hex'),
    );
    for (const digest of fast) expect(digest).not.toContain(ids[0]?.slice('key-'.length));
  });

  test.each(['', 'short', 'with a space', 'mit-ümlaut', 'x'.repeat(257)])('%o is rejected', (entry) => {
    expect(() => keyOf(entry)).toThrow('SVC_API_KEYS must');
  });
});

describe('authentication by a request header', () => {
  const service = testService({
    env: { SVC_API_KEYS: `first-key,second:${hex('second-key')}`, SVC_DISABLED_API_KEYS: 'third-key' },
  });
  const present = (key: string | string[] | undefined) =>
    service.app.inject({ url: '/api/v1/account', headers: key === undefined ? {} : { 'x-api-key': key } });

  test.each([
    ['first-key', idOf('first-key')],
    ['second-key', 'second'],
    [' second-key ', 'second'],
  ])('%o is accepted', async (header, id) => {
    const response = await present(header);
    expect([response.statusCode, response.json().id]).toEqual([200, id]);
  });

  test.each(['', ' '])('%o leaves it to Authorization', async (empty) => {
    const headers = { 'x-api-key': empty, authorization: 'Bearer second-key' };
    const response = await service.app.inject({ url: '/api/v1/account', headers });
    expect([response.statusCode, response.json().id]).toEqual([200, 'second']);
    const other = await service.app.inject({
      url: '/api/v1/account',
      headers: { ...headers, 'x-api-key': 'first-ke' },
    });
    expect(other.statusCode).toBe(401);
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
  ])('%o is rejected', async (header, code) => {
    expect((await present(header)).json().code).toBe(code);
  });
});
