import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createFetcher } from '../src/fetcher.js';
import type { FetcherOptions } from '../src/options.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Judge, PageRequest, Session } from '../src/types.js';
import { useClock } from './support/clock.js';
import { pageOf, requestFor } from './support/requests.js';

beforeEach(useClock);

const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  return { usable: false, state: 'busy', retry: 'other_session', suspect: 'engine', error: new Error('busy') };
};

/** A search whose first request gets the given status, and what its adapter receives. */
function startSearch(first = 200, options: Partial<FetcherOptions> = {}) {
  const sent: { request: PageRequest; session: Session }[] = [];
  const fetcher = createFetcher({
    adapter: async (request, { session }) => {
      sent.push({ request, session });
      return pageOf(sent.length === 1 ? first : 200);
    },
    ...options,
  });
  const search = fetcher.search();
  onTestFinished(async () => {
    search.end();
    await fetcher.close();
  });
  return { search, sent };
}

it('a search of another engine uses a session of that engine', async () => {
  const { search, sent } = startSearch();
  await search.fetch(requestFor('http://alpha.test/'), judge);
  await search.fetch(requestFor('http://beta.test/', { engine: 'beta', operation: 'beta.search' }), judge);
  await search.fetch(requestFor('http://alpha.test/'), judge);
  expect(sent.map(({ session }) => session.engine)).toEqual(['alpha', 'beta', 'alpha']);
  expect(sent[2]!.session).toBe(sent[0]!.session);
});

it('a search whose first page is not page 1 sends no referrer', async () => {
  const { search, sent } = startSearch();
  await search.fetch(requestFor('http://alpha.test/', { page: 3 }), judge);
  expect(sent[0]!.request.headers).not.toHaveProperty('referer');
});

it('an attempt leaves the exit of the failed one, although it is cheaper and not to blame', async () => {
  const { search, sent } = startSearch(500, {
    proxies: parseProxies(['http://a.test:1 tier=0', 'http://b.test:1 tier=1']),
  });
  const fetching = search.fetch(requestFor('http://alpha.test/'), judge);
  await vi.advanceTimersByTimeAsync(1_000);
  await fetching;
  expect(sent.map(({ session }) => session.proxy?.id)).toEqual(['proxy-1', 'proxy-2']);
});
