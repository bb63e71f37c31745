import { describe, expect, test } from 'vitest';
import { ApiError } from '../src/errors/api-error.js';
import type { ErrorCode } from '../src/errors/kinds.js';
import { createBreaker } from '../src/search/breaker.js';
import { fakeEndpoint, serving } from './helpers/fake-endpoint.js';
import { createGate } from './helpers/gate.js';
import { testService } from './helpers/service.js';

const { path } = fakeEndpoint;

function breakerAt(clock: { now: number }, failures = 2) {
  const breaker = createBreaker({ failures, rest: 10, now: () => clock.now });
  const attempt = async (code: ErrorCode | 'good', name = 'alpha.search') => {
    try {
      return await breaker.run(name, async () => {
        if (code !== 'good') throw new ApiError(code, code);
        return code;
      });
    } catch (error) {
      return (error as ApiError).code;
    }
  };
  return { breaker, attempt };
}

describe('a rest', () => {
  test('comes after so many failures in a row, for that name alone', async () => {
    const { attempt } = breakerAt({ now: 0 });
    await attempt('upstream_captcha');
    await attempt('good');
    await attempt('upstream_captcha');
    expect(await attempt('upstream_timeout')).toBe('upstream_timeout');
    expect(await attempt('good')).toBe('circuit_open');
    expect(await attempt('good', 'beta.search')).toBe('good');
  });

  test.each<ErrorCode>(['upstream_wrong_query', 'upstream_unrecognised', 'upstream_js_required', 'shutting_down'])(
    'does not come of %s',
    async (code) => {
      const { attempt } = breakerAt({ now: 0 });
      for (let count = 0; count < 5; count += 1) await attempt(code);
      expect(await attempt('good')).toBe('good');
    },
  );

  test('never comes where none is wanted', async () => {
    const { attempt } = breakerAt({ now: 0 }, 0);
    for (let count = 0; count < 50; count += 1) await attempt('upstream_captcha');
    expect(await attempt('good')).toBe('good');
  });

  test('says how long it still is', async () => {
    const clock = { now: 0 };
    const { attempt, breaker } = breakerAt(clock, 1);
    await attempt('upstream_forbidden');
    clock.now = 7_500;
    const refused = breaker.run('alpha.search', async () => 'good');
    await expect(refused).rejects.toMatchObject({ code: 'circuit_open', headers: { 'retry-after': '3' } });
  });
});

describe('after a rest', () => {
  test('one good page ends it, and one failure begins another', async () => {
    const clock = { now: 0 };
    const { attempt } = breakerAt(clock);
    await attempt('upstream_captcha');
    await attempt('upstream_captcha');
    clock.now = 10_000;
    expect(await attempt('upstream_captcha')).toBe('upstream_captcha');
    expect(await attempt('good')).toBe('circuit_open');
    clock.now = 20_000;
    expect(await attempt('good')).toBe('good');
    expect(await attempt('upstream_captcha')).toBe('upstream_captcha');
    expect(await attempt('good')).toBe('good');
  });

  test('only one tries', async () => {
    const clock = { now: 0 };
    const { attempt, breaker } = breakerAt(clock, 1);
    await attempt('upstream_captcha');
    clock.now = 10_000;
    const gate = createGate<string>();
    const trial = breaker.run('alpha.search', () => gate.promise);
    expect(await attempt('good')).toBe('circuit_open');
    gate.open('well again');
    expect(await trial).toBe('well again');
    expect(await attempt('good')).toBe('good');
  });
});

test('searches are turned away without asking the engine, with the time after which to try again', async () => {
  const adapter = serving(() => ({ state: 'captcha' }));
  const service = testService({ endpoints: [fakeEndpoint], adapter, env: { SVC_CIRCUIT_FAILURES: '2' } });
  for (const query of ['one', 'two']) {
    expect((await service.post(path, { query })).json().code).toBe('upstream_captcha');
  }
  const refused = await service.post(path, { query: 'three' });
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'circuit_open', retryable: true }]);
  expect(refused.headers['retry-after']).toBe('30');
  expect(service.requests).toHaveLength(2);
});
