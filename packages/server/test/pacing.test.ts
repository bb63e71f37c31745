import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../src/errors/api-error.js';
import type { ErrorCode } from '../src/index.js';
import { createRefusalDelay, delayRefusals } from '../src/limits/overload/pacing.js';

/** Pacing with a fake clock. */
function pacingWithClock() {
  let time = 50_000;
  const pacing = createRefusalDelay(() => time);
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { ...pacing, pass };
}

test('rejections are not delayed if there is a single caller', () => {
  const { delayOf, served } = pacingWithClock();
  expect([delayOf('a'), delayOf('a'), delayOf('a')]).toEqual([0, 0, 0]);
  for (let count = 0; count < 3; count += 1) {
    served('a');
    expect([delayOf('a'), delayOf('a')]).toEqual([0, 0]);
  }
});

test('rejections are spaced while another caller is served, whose own rejection is immediate', () => {
  const { delayOf, served, pass } = pacingWithClock();
  served('b');
  served('a');
  expect([delayOf('a'), delayOf('a'), delayOf('a')]).toEqual([0, 4, 8]);
  expect(delayOf('b')).toBe(0);
  pass(10);
  expect(delayOf('a')).toBe(2);
  pass(100);
  expect([delayOf('a'), delayOf('a')]).toEqual([0, 4]);
});

test('the clock of the process is the default', () => {
  const { delayOf, served } = createRefusalDelay();
  served('b');
  expect(delayOf('a')).toBe(0);
  expect(delayOf('a')).toBeGreaterThan(0);
  expect(delayOf('a')).toBeLessThanOrEqual(8);
});

test('callers without a key count as one caller', () => {
  const { delayOf, served } = pacingWithClock();
  served('b');
  expect([delayOf(''), delayOf('')]).toEqual([0, 4]);
});

test('a rejection is delayed by at most a second', () => {
  const { delayOf, served } = pacingWithClock();
  served('b');
  const delays = Array.from({ length: 500 }, () => delayOf('a'));
  expect(Math.max(...delays)).toBe(1_000);
  expect(delays.slice(-3)).toEqual([1_000, 1_000, 1_000]);
});

test('rejections are not delayed ten seconds after another caller was served', () => {
  const { delayOf, served, pass } = pacingWithClock();
  served('b');
  pass(9_999);
  expect([delayOf('a'), delayOf('a')]).toEqual([0, 4]);
  pass(1);
  expect([delayOf('a'), delayOf('a')]).toEqual([0, 0]);
});

describe('pacing of responses', () => {
  /** Sends a response with an error of this code, or none; returns the calls of the pacing and the time taken. */
  async function respond(caller: string | undefined, code?: ErrorCode): Promise<{ calls: string[]; took: number }> {
    const calls: string[] = [];
    const app = Fastify();
    delayRefusals(app, {
      served: (name) => calls.push(`served ${name}`),
      delayOf: (name) => calls.push(`refused ${name}`) * 40,
    });
    app.get('/', async (request) => {
      if (caller !== undefined) request.caller = caller;
      if (code !== undefined) request.failure = new ApiError(code, '');
      return '';
    });
    const start = performance.now();
    await app.inject('/');
    return { calls, took: performance.now() - start };
  }

  test.each([
    'missing_api_key',
    'invalid_api_key',
    'api_key_disabled',
    'rate_limited',
    'quota_exceeded',
    'overloaded',
  ] as const)('delays rejections with %s', async (code) => {
    const { calls, took } = await respond('a', code);
    expect(calls).toEqual(['refused a']);
    expect(took).toBeGreaterThanOrEqual(39);
  });

  test('does not delay other responses, and counts them as served', async () => {
    expect((await respond('a', 'upstream_timeout')).calls).toEqual(['served a']);
    expect((await respond('a')).calls).toEqual(['served a']);
  });

  test('treats requests without a key as one caller, who is never served', async () => {
    expect((await respond(undefined, 'missing_api_key')).calls).toEqual(['refused ']);
    expect((await respond(undefined)).calls).toEqual([]);
  });
});
