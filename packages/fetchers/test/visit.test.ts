import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFetcher } from '../src/fetcher.js';
import type { Adapter, Judge, PageRequest, Session } from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';

beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  return { usable: false, state: 'captcha', retry: 'other_session', error: new Error('captcha') };
};

/** A search of an engine that answers with these statuses, and what it was asked. */
function start(...statuses: number[]) {
  const asked: { request: PageRequest; session: Session }[] = [];
  const adapter: Adapter = async (request, { session }) => {
    asked.push({ request, session });
    return { ...pageOf(statuses[asked.length - 1] ?? 200), url: `http://engine.test/seen/${asked.length}` };
  };
  const fetcher = createFetcher({ adapter });
  onTestFinished(() => fetcher.close());
  const search = fetcher.search({ locale: 'de-AT', device: 'desktop', place: { lat: 48, lon: 16 } });
  const get = (change: Partial<PageRequest> = {}) => search.fetch(requestFor('http://engine.test/', change), judge);
  return { asked, fetcher, search, get };
}

describe('the pages of a search', () => {
  it('come from one session with its traits, led from one to the next', async () => {
    const { asked, get, search } = start();
    for (const page of [1, 2, 3]) await get({ page });
    search.end();
    expect(new Set(asked.map(({ session }) => session)).size).toBe(1);
    expect(asked[0]?.session).toMatchObject({ locale: 'de-AT', device: 'desktop', place: { lat: 48, lon: 16 } });
    const referrers = asked.map(({ request }) => request.headers.referer);
    expect(referrers).toEqual([undefined, 'http://engine.test/seen/1', 'http://engine.test/seen/2']);
  });

  it('come from another session after a block, which was led from nowhere', async () => {
    const { asked, get } = start(200, 403);
    await get();
    await get({ page: 2 });
    await get({ page: 3 });
    const ids = asked.map(({ session }) => session.id);
    expect(ids).toEqual(['alpha-1', 'alpha-1', 'alpha-2', 'alpha-2']);
    expect(asked[2]?.request.headers.referer).toBeUndefined();
    expect(asked[3]?.request.headers.referer).toBe('http://engine.test/seen/3');
  });

  it('keep a referrer of their own; a first page has none', async () => {
    const { asked, get } = start();
    await get();
    await get({ page: 2, headers: { referer: 'https://own.test/' } });
    await get({ page: 1 });
    expect(asked.map(({ request }) => request.headers.referer)).toEqual([undefined, 'https://own.test/', undefined]);
  });

  it('come from another session on another engine', async () => {
    const { asked, get, fetcher } = start();
    await get();
    await get({ engine: 'beta' });
    expect(asked.map(({ session }) => session.engine)).toEqual(['alpha', 'beta']);
    expect((await fetcher.status()).engines.map(({ active }) => active)).toEqual([0, 1, 0]);
  });

  it('hold the session until the search ends, for the next one to use', async () => {
    const { asked, get, fetcher, search } = start();
    await get();
    await fetcher.fetch(requestFor('http://engine.test/'), judge, { locale: 'de-AT', place: { lat: 48, lon: 16 } });
    search.end();
    search.end();
    await fetcher.fetch(requestFor('http://engine.test/'), judge, { locale: 'de-AT', place: { lat: 48, lon: 16 } });
    expect(asked.map(({ session }) => session.id)).toEqual(['alpha-1', 'alpha-2', 'alpha-1']);
  });
});
