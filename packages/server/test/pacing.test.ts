import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../src/errors/api-error.js';
import type { ErrorCode } from '../src/index.js';
import { createPacing, paceRefusals } from '../src/limits/overload/pacing.js';

/** Pacing with a clock that the test sets. */
function clocked() {
  let time = 50_000;
  const pacing = createPacing(() => time);
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { ...pacing, pass };
}

test('refusals of a caller who is alone do not wait', () => {
  const { delayOf, served } = clocked();
  expect([delayOf('a'), delayOf('a'), delayOf('a')]).toEqual([0, 0, 0]);
  for (let count = 0; count < 3; count += 1) {
    served('a');
    expect([delayOf('a'), delayOf('a')]).toEqual([0, 0]);
  }
});

test('while another is served they are spaced, and the other is refused at once', () => {
  const { delayOf, served, pass } = clocked();
  served('b');
  served('a');
  expect([delayOf('a'), delayOf('a'), delayOf('a')]).toEqual([0, 4, 8]);
  expect(delayOf('b')).toBe(0);
  pass(10);
  expect(delayOf('a')).toBe(2);
  pass(100);
  expect([delayOf('a'), delayOf('a')]).toEqual([0, 4]);
});

test('the clock is that of the process where none is given', () => {
  const { delayOf, served } = createPacing();
  served('b');
  expect(delayOf('a')).toBe(0);
  expect(delayOf('a')).toBeGreaterThan(0);
  expect(delayOf('a')).toBeLessThanOrEqual(8);
});

test('those without a key are one caller', () => {
  const { delayOf, served } = clocked();
  served('b');
  expect([delayOf(''), delayOf('')]).toEqual([0, 4]);
});

test('a refusal waits a second at most', () => {
  const { delayOf, served } = clocked();
  served('b');
  const delays = Array.from({ length: 500 }, () => delayOf('a'));
  expect(Math.max(...delays)).toBe(1_000);
  expect(delays.slice(-3)).toEqual([1_000, 1_000, 1_000]);
});

test('who was served ten seconds ago is not disturbed any more', () => {
  const { delayOf, served, pass } = clocked();
  served('b');
  pass(9_999);
  expect([delayOf('a'), delayOf('a')]).toEqual([0, 4]);
  pass(1);
  expect([delayOf('a'), delayOf('a')]).toEqual([0, 0]);
});

describe('answers of a service', () => {
  /** Answers with an error of that code, or well, for a caller; what the pacing was told and asked. */
  async function told(caller: string | undefined, code?: ErrorCode): Promise<{ noted: string[]; took: number }> {
    const noted: string[] = [];
    const app = Fastify();
    paceRefusals(app, {
      served: (name) => noted.push(`served ${name}`),
      delayOf: (name) => noted.push(`refused ${name}`) * 40,
    });
    app.get('/', async (request) => {
      if (caller !== undefined) request.caller = caller;
      if (code !== undefined) request.failure = new ApiError(code, '');
      return '';
    });
    const start = performance.now();
    await app.inject('/');
    return { noted, took: performance.now() - start };
  }

  test.each([
    'missing_api_key',
    'invalid_api_key',
    'api_key_disabled',
    'rate_limited',
    'quota_exceeded',
    'overloaded',
  ] as const)('with %s are refusals, which wait for their time', async (code) => {
    const { noted, took } = await told('a', code);
    expect(noted).toEqual(['refused a']);
    expect(took).toBeGreaterThanOrEqual(39);
  });

  test('with any other error, or none, serve their caller at once', async () => {
    expect((await told('a', 'upstream_timeout')).noted).toEqual(['served a']);
    expect((await told('a')).noted).toEqual(['served a']);
  });

  test('without a key are those of one caller, who is never served', async () => {
    expect((await told(undefined, 'missing_api_key')).noted).toEqual(['refused ']);
    expect((await told(undefined)).noted).toEqual([]);
  });
});
