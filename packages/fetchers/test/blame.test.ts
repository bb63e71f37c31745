import { describe, expect, it, onTestFinished } from 'vitest';
import { FetchError, type FetchErrorCode } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import type { Judge } from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';

const request = requestFor('http://engine.test/');

/** The distinct ends of ten consecutive fetches with the same failure, under a circuit that opens after four. */
async function endsOf(failure: FetchError | undefined, judge: Judge<never>): Promise<Set<string>> {
  const fetcher = createFetcher({
    attempts: 1,
    budget: false,
    circuit: { minimum: 4 },
    adapter: async () => {
      if (failure !== undefined) throw failure;
      return pageOf(200);
    },
  });
  onTestFinished(() => fetcher.close());
  const ends = new Set<string>();
  for (let count = 0; count < 10; count += 1) {
    const error: unknown = await fetcher.fetch(request, judge).catch((reason: unknown) => reason);
    ends.add(error instanceof FetchError ? error.code : 'judged');
  }
  return ends;
}

const never: Judge<never> = () => {
  throw new Error('There is no page to judge');
};

describe('the circuit of an engine', () => {
  it.each<FetchErrorCode>(['network', 'bad_response', 'truncated', 'redirect', 'too_large'])(
    'opens after %s',
    async (code) => {
      expect(await endsOf(new FetchError(code, code), never)).toContain('circuit_open');
    },
  );

  it.each<FetchErrorCode>(['no_capture', 'misconfigured'])('does not open after %s', async (code) => {
    expect(await endsOf(new FetchError(code, code), never)).toEqual(new Set([code]));
  });

  it.each([
    [true, 'opens'],
    [undefined, 'opens'],
    [false, 'does not open'],
  ])('with countsAgainstEngine: %s from the judge %s', async (countsAgainstEngine, verb) => {
    const judge: Judge<never> = () => ({
      usable: false,
      state: 'odd',
      retry: 'never',
      ...(countsAgainstEngine !== undefined && { countsAgainstEngine }),
      error: new Error('odd'),
    });
    expect((await endsOf(undefined, judge)).has('circuit_open')).toBe(verb === 'opens');
  });
});
