import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { SearchOutcome } from '../src/operations/endpoint.js';
import { createCanonicalizer } from '../src/operations/request/parameters.js';
import {
  createAnswerSerializer,
  memoryAnswerCache,
  type SerializedAnswer,
  serializedAnswerOf,
} from '../src/search/answer.js';

function answer(bytes: number, id = 'id'): SerializedAnswer {
  return { facts: { id, pages: 1, rows: 10, stop: 'complete' }, bytes: randomBytes(bytes) };
}

describe('answer cache in memory', () => {
  test('drops answers that are too old', async () => {
    let now = 1;
    const cache = memoryAnswerCache({ ttl: 10, bytes: 1e6, now: () => now });
    const kept = answer(10);
    await cache.set('a', kept);
    now += 9_999;
    expect(await cache.get('a')).toBe(kept);
    now += 2;
    expect(await cache.get('a')).toBeUndefined();
  });

  test('drops the least recently used answer when it exceeds its size', async () => {
    const cache = memoryAnswerCache({ ttl: 10, bytes: 100_000 });
    for (const name of ['a', 'b', 'c', 'd']) await cache.set(name, answer(20_000));
    await cache.get('a');
    await cache.set('e', answer(20_000));
    const names = ['a', 'b', 'c', 'd', 'e'];
    const kept = await Promise.all(names.map(async (name) => (await cache.get(name)) !== undefined));
    expect(kept).toEqual([true, false, true, true, true]);
  });

  test('does not store an answer larger than a quarter of its size', async () => {
    const cache = memoryAnswerCache({ ttl: 10, bytes: 100_000 });
    await cache.set('a', answer(20_000));
    await cache.set('b', answer(30_000));
    expect([await cache.get('a'), await cache.get('b')]).toEqual([expect.anything(), undefined]);
  });

  test('counts two bytes for each character of a key, and a thousand bytes per entry', async () => {
    const keeps = async (size: number, bytes: number) => {
      const cache = memoryAnswerCache({ ttl: 10, bytes });
      await cache.set('key', answer(size));
      return (await cache.get('key')) !== undefined;
    };
    expect(await keeps(10_000 - 1_006, 40_000)).toBe(true);
    expect(await keeps(10_000 - 1_005, 40_000)).toBe(false);
    expect(await keeps(10_000 - 1_005, 40_001)).toBe(true);
  });

  test('counts keys and overhead', async () => {
    const cache = memoryAnswerCache({ ttl: 10, bytes: 100_000 });
    for (let count = 0; count < 200; count += 1) await cache.set(`${count}`, answer(0));
    const kept = await Promise.all(Array.from({ length: 200 }, (_, count) => cache.get(`${count}`)));
    expect(kept.filter((one) => one !== undefined).length).toBeLessThanOrEqual(100);
  });
});

describe('canonical form of a request', () => {
  const known = { query: 1, gl: 1, hl: 1, page: 1, cp: 1, device: 1, nfpr: 1 };
  const canonical = createCanonicalizer(known);
  const same = canonical({ query: 'a', gl: 'us', page: 1, nfpr: true });

  test.each([
    [{ page: 1, gl: 'US', query: 'a', nfpr: true }],
    [{ query: 'a', gl: 'uS', nfpr: 1 }],
    [{ query: 'a', gl: 'us', nfpr: true, device: 'desktop' }],
    [{ query: 'a', gl: 'us', page: 0, nfpr: 1 }],
    [{ query: 'a', gl: 'us', cp: 0, nfpr: 1 }],
  ])('%o has the same form', (given) => {
    expect(JSON.stringify(canonical(given))).toBe(JSON.stringify(same));
  });

  test.each([
    [{ query: 'A', gl: 'us', nfpr: 1 }],
    [{ query: 'a', nfpr: 1 }],
    [{ query: 'a', gl: 'us', nfpr: 1, page: 2 }],
    [{ query: 'a', hl: 'us', nfpr: 1 }],
    [{ query: 'a', gl: 'us', nfpr: 0 }],
    [{ query: 'a', gl: 'us', nfpr: 1, device: 'mobile' }],
  ])('%o has another form', (given) => {
    expect(JSON.stringify(canonical(given))).not.toBe(JSON.stringify(same));
  });

  test('treats a switch given as a number and as a boolean alike', () => {
    expect(canonical({ query: 'a', nfpr: 0 })).toEqual(canonical({ query: 'a', nfpr: false }));
    expect(canonical({ query: 'a', nfpr: 1 })).toMatchObject({ nfpr: true, page: 1, cp: 0, device: 'desktop' });
    expect(canonical({ query: 'a', page: 1, cp: 1 })).toMatchObject({ page: 1, cp: 1 });
  });

  test('does not add parameters that the operation does not have', () => {
    expect(createCanonicalizer({ query: 1 })({ query: 'a' })).toEqual({ query: 'a' });
  });
});

test('an answer is the result as JSON, with facts about it', () => {
  const found = { body: { rows: ['é'] }, host: 'engine.test', pages: 2, rows: 12, stop: 'complete' as const };
  const { facts, bytes } = serializedAnswerOf(found as unknown as SearchOutcome);
  expect(facts).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    host: 'engine.test',
    pages: 2,
    rows: 12,
    stop: 'complete',
  });
  expect(Buffer.from(bytes).toString()).toBe('{"rows":["é"]}');
});

test('an answer is sent unchanged without an encoding, and compressed without a cache', async () => {
  const object = { facts: answer(0).facts, bytes: Buffer.from('{"rows":1}') };
  const serialize = createAnswerSerializer(undefined);
  const plain = await serialize(object, { parameters: { q: 'é' }, encoding: undefined });
  expect(Buffer.from(plain).toString()).toBe('{"rows":1,"search_parameters":{"q":"é"}}');
  const packed = await serialize(object, { parameters: { q: 'é' }, encoding: 'gzip' });
  expect(gunzipSync(packed).toString()).toBe(Buffer.from(plain).toString());
});

test('an answer is compressed once for each id, encoding and echo', async () => {
  const cache = memoryAnswerCache({ ttl: 10, bytes: 1e6 });
  const serialize = createAnswerSerializer(cache);
  const object = { facts: answer(0).facts, bytes: Buffer.from(JSON.stringify({ rows: 'a'.repeat(2_000) })) };
  const form = { parameters: { q: 'a' }, encoding: 'gzip' as const };
  const first = await serialize(object, form);
  expect(await serialize(object, form)).toBe(first);
  expect(await serialize(object, { ...form, encoding: 'br' })).not.toEqual(first);
  const other = await serialize(object, { ...form, parameters: { q: 'b' } });
  expect(JSON.parse(gunzipSync(other).toString()).search_parameters).toEqual({ q: 'b' });
  const renewed = { ...object, facts: { ...object.facts, id: 'another' } };
  expect(await serialize(renewed, form)).not.toBe(first);
});
