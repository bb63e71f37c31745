import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFetcher } from '../src/fetcher.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Judge, Suspect } from '../src/types.js';
import { useClock } from './support/clock.js';
import { pageOf, requestFor } from './support/requests.js';

beforeEach(useClock);

const page = { usable: true, value: 'good' } as const;

/**
 * Fetches once through proxies of which the first returns a bad page at its first request, or a doubtful one.
 *
 * @returns the state of the first exit afterwards
 */
async function firstExitAfter(first: Suspect | 'doubt', proxies: number) {
  const judge: Judge<string> = ({ status }) => {
    if (status === 200) return page;
    if (first === 'doubt') return { ...page, doubt: 'wrong_language' };
    return { usable: false, state: 'wrong_query', retry: 'same', suspect: first, error: new Error('wrong_query') };
  };
  let requests = 0;
  const fetcher = createFetcher({
    adapter: async () => {
      requests += 1;
      return pageOf(requests === 1 ? 299 : 200);
    },
    proxies: parseProxies(Array.from({ length: proxies }, (_, index) => `http://p${index}.test:1`)),
  });
  onTestFinished(() => fetcher.close());
  const fetching = fetcher.fetch(requestFor('http://engine.test/'), judge);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await fetching).toMatchObject({ value: 'good', attempts: 2 });
  return (await fetcher.status()).exits[0];
}

describe('an exit whose page seemed to be the fault of the request', () => {
  it('is blamed if another exit returns a good page for the same request', async () => {
    expect(await firstExitAfter('request', 2)).toMatchObject({ proxy: 'proxy-1', strikes: 1, used: 1 });
  });

  it('is not blamed if the same exit returns a good page next', async () => {
    expect(await firstExitAfter('request', 1)).toMatchObject({ proxy: 'proxy-1', strikes: 0, used: 1 });
  });

  it('is not blamed if the fault was the engine', async () => {
    expect(await firstExitAfter('engine', 2)).toMatchObject({ proxy: 'proxy-1', strikes: 0, used: 0 });
  });
});

describe('an exit whose page contradicts the request', () => {
  it('is blamed if another exit returns a better page', async () => {
    expect(await firstExitAfter('doubt', 2)).toMatchObject({ proxy: 'proxy-1', strikes: 1, used: 2 });
  });

  it('is not blamed if the same exit returns a better page next', async () => {
    expect(await firstExitAfter('doubt', 1)).toMatchObject({ proxy: 'proxy-1', strikes: 0, used: 2 });
  });
});
