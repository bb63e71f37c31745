import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpAdapter } from '../src/adapters/http.js';
import type { Engine } from '../src/engines.js';
import { createFetcher, type Fetcher } from '../src/fetcher.js';
import type { FetcherOptions } from '../src/options.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Judge } from '../src/types.js';
import { startTunnels } from './support/raw.js';
import { requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  return { usable: false, state: 'captcha', retry: 'other_session', error: new Error('captcha') };
};

function start(options: Partial<FetcherOptions> = {}): Fetcher {
  const fetcher = createFetcher({ adapter: httpAdapter(), ...options });
  onTestFinished(() => fetcher.close());
  return fetcher;
}

/** Gets consecutive pages in one search. */
async function searchPages(fetcher: Fetcher, url: string, pages: number): Promise<void> {
  const search = fetcher.search();
  try {
    for (let page = 1; page <= pages; page += 1) {
      await search.fetch(requestFor(`${url}/search?start=${10 * (page - 1)}`, { page }), judge);
    }
  } finally {
    search.end();
  }
}

describe('a search of four pages', () => {
  it('uses one proxy, connection and cookie jar, and sends the previous page as referrer', async () => {
    const { url, requests } = await startServer((request, response) => {
      response.setHeader('Set-Cookie', `seen=${request.url?.split('=')[1]}`).end('page');
    });
    const tunnels = await Promise.all([1, 2, 3, 4].map(() => startTunnels()));
    const fetcher = start({ proxies: parseProxies(tunnels.map(({ host }) => `http://${host}`)) });
    await searchPages(fetcher, url, 4);
    const headers = requests.map((request) => request.headers);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
    expect(tunnels.map(({ sockets }) => sockets.length).toSorted()).toEqual([0, 0, 0, 1]);
    expect(new Set(headers.map((sent) => sent['user-agent'])).size).toBe(1);
    expect(headers.map(({ cookie }) => cookie)).toEqual([undefined, 'seen=0', 'seen=10', 'seen=20']);
    const addresses = [0, 10, 20].map((first) => `${url}/search?start=${first}`);
    expect(headers.map(({ referer }) => referer)).toEqual([undefined, ...addresses]);
    expect(headers.map((sent) => sent['sec-fetch-site'])).toEqual(['none', ...Array(3).fill('same-origin')]);
  });

  it('continues after a block with another session, without a referrer', async () => {
    const { url, requests } = await startServer((_, response) => {
      response.writeHead(requests.length === 2 ? 403 : 200).end('page');
    });
    await searchPages(start(), url, 3);
    const [first, blocked, other, last] = requests.map(({ headers, socket }) => ({ ...headers, socket }));
    expect(blocked?.socket).toBe(first?.socket);
    expect(other?.socket).not.toBe(first?.socket);
    expect(other?.['user-agent']).not.toBe(first?.['user-agent']);
    expect(other?.referer).toBeUndefined();
    expect(last?.socket).toBe(other?.socket);
    expect(last?.referer).toBe(`${url}/search?start=10`);
  });

  it('keeps the referrer of the request, and sends none for a first page', async () => {
    const { url, requests } = await startServer((_, response) => response.end('page'));
    const search = start().search();
    onTestFinished(() => search.end());
    await search.fetch(requestFor(url), judge);
    await search.fetch(requestFor(url, { page: 2, headers: { referer: 'https://own.test/' } }), judge);
    await search.fetch(requestFor(url, { page: 1 }), judge);
    expect(requests.map(({ headers }) => headers.referer)).toEqual([undefined, 'https://own.test/', undefined]);
  });

  it('fails if it has no time left', async () => {
    const search = start().search({ deadline: Date.now() - 1 });
    await expect(search.fetch(requestFor('http://engine.test/'), judge)).rejects.toMatchObject({
      name: 'FetchError',
    });
  });
});

describe('a session', () => {
  it('uses a proxy in the country of the search, or else of its request', async () => {
    const { url } = await startServer((_, response) => response.end('page'));
    const tunnels = await Promise.all([1, 2, 3].map(() => startTunnels()));
    const tags = ['country=de', 'country=at', 'country=fr'];
    const used: (string | undefined)[] = [];
    const fetcher = start({
      proxies: parseProxies(tunnels.map(({ host }, index) => `http://${host} ${tags[index]}`)),
      onAttempt: ({ proxy }) => void used.push(proxy),
    });
    await fetcher.fetch(requestFor(url, { country: 'at' }), judge);
    await fetcher.fetch(requestFor(url, { country: 'at' }), judge, { country: 'fr' });
    expect(used).toEqual(['proxy-2', 'proxy-3']);
  });

  it('never shares a connection with another session', async () => {
    const sessionsOf = new Map<Socket, Set<string>>();
    const { url } = await startServer((request, response) => {
      const { cookie, 'user-agent': agent } = request.headers;
      const id = cookie ?? `session=${Math.random()}`;
      sessionsOf.set(request.socket, (sessionsOf.get(request.socket) ?? new Set()).add(`${id} ${agent}`));
      const isBlocked = Math.random() < 0.2;
      response
        .setHeader('Set-Cookie', id)
        .writeHead(isBlocked ? 403 : 200)
        .end('page');
    });
    const tunnels = await Promise.all([1, 2].map(() => startTunnels()));
    for (const proxies of [[], parseProxies(tunnels.map(({ host }) => `http://${host}`))]) {
      const engines: Engine[] = ['alpha', 'beta', 'gamma'];
      const coolDowns = { captcha: { base: 0, cap: 0 } };
      const fetcher = start({ proxies, coolDowns, limits: { proxy: 4, direct: 4 }, circuit: false, budget: false });
      const searches = Array.from({ length: 60 }, (_, index) => {
        const request = requestFor(url, { engine: engines[index % 3]! });
        return fetcher.fetch(request, judge).catch(() => undefined);
      });
      await Promise.all(searches);
    }
    expect(sessionsOf.size).toBeGreaterThan(6);
    expect(Math.max(...[...sessionsOf.values()].map((ids) => ids.size))).toBe(1);
  });
});
