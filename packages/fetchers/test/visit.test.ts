import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import { readProxies } from '../src/sessions/proxy.js';
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

const traits = { locale: 'de-AT', device: 'desktop', place: { lat: 48, lon: 16 } } as const;

/** A search of an engine that answers with these statuses or errors, and what it was asked. */
function start(...answers: (number | Error)[]) {
  const asked: { request: PageRequest; session: Session }[] = [];
  const adapter: Adapter = async (request, { session }) => {
    asked.push({ request, session });
    const answer = answers[asked.length - 1] ?? 200;
    if (answer instanceof Error) throw answer;
    return { ...pageOf(answer), url: `http://engine.test/seen/${asked.length}` };
  };
  const fetcher = createFetcher({ adapter });
  onTestFinished(() => fetcher.close());
  const search = fetcher.search(traits);
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

  it('come from another session after one that was not answered, which no other search gets', async () => {
    const { asked, get, fetcher, search } = start(new FetchError('timeout', 'slow'));
    await get();
    search.end();
    const next = [fetcher.search(traits), fetcher.search(traits)];
    for (const other of next) await other.fetch(requestFor('http://engine.test/'), judge);
    expect(asked.map(({ session }) => session.id)).toEqual(['alpha-1', 'alpha-2', 'alpha-2', 'alpha-3']);
    for (const other of next) other.end();
  });

  it('have no referrer where none came before', async () => {
    const { asked, get } = start();
    await get({ page: 2 });
    expect(asked[0]?.request.headers).not.toHaveProperty('referer');
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

describe('a search', () => {
  const proxies = readProxies(['http://a.test:1', 'http://b.test:1 country=at', 'http://c.test:1 country=de']);

  it.each<[string, { country?: string }, Partial<PageRequest>, string]>([
    ['that of the search', { country: 'at' }, { country: 'de' }, 'proxy-2'],
    ['else that of the request', {}, { country: 'de' }, 'proxy-3'],
    ['any where none is said', {}, {}, 'proxy-1'],
  ])('comes from a country: %s', async (_, options, change, expected) => {
    const used: (string | undefined)[] = [];
    const adapter: Adapter = async (_request, { session }) => {
      used.push(session.proxy?.id);
      return pageOf(200);
    };
    const fetcher = createFetcher({ adapter, proxies });
    onTestFinished(() => fetcher.close());
    await fetcher.fetch(requestFor('http://engine.test/', change), judge, options);
    expect(used).toEqual([expected]);
  });

  it('that has given up a session comes from another proxy, also where that one is used more', async () => {
    const used: (string | undefined)[] = [];
    const adapter: Adapter = async (_request, { session }) => {
      used.push(session.proxy?.id);
      return pageOf(used.length === 5 ? 403 : 200);
    };
    const fetcher = createFetcher({ adapter, proxies: readProxies(['http://a.test:1', 'http://b.test:1']) });
    onTestFinished(() => fetcher.close());
    const others = Array.from({ length: 4 }, () => fetcher.search());
    for (const other of others) await other.fetch(requestFor('http://engine.test/'), judge);
    others[0]?.end();
    others[2]?.end();
    await fetcher.fetch(requestFor('http://engine.test/'), judge);
    expect(used.slice(4)).toEqual(['proxy-1', 'proxy-2']);
    for (const other of others) other.end();
  });
});
