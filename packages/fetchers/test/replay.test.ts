import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Adapter,
  alphaSearchRequest,
  encodeCoordinatesUule,
  type PageRequest,
  parseProxies,
  type RawPage,
  recordAdapter,
  replayAdapter,
  type Session,
} from '../src/index.js';
import { newSession, requestFor } from './support/requests.js';

const url = 'http://engine.test/search?q=tea';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function capture(name: string, meta: object, file = 'page.html'): Promise<void> {
  const target = join(folder, name);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, file), name);
  await writeFile(join(target, 'meta.json'), JSON.stringify({ operation: name.split('/')[0], ...meta }));
}

function fetchPage(adapter: Adapter, request: Partial<PageRequest>, session: Partial<Session> = {}): Promise<RawPage> {
  return adapter(requestFor(url, request), { signal: new AbortController().signal, session: newSession(session) });
}

/** Gets a page and waits until it is recorded. */
async function record(adapter: Adapter, request: Partial<PageRequest>): Promise<RawPage> {
  const recording = recordAdapter({ adapter, folder });
  const page = await fetchPage(recording, request);
  await recording.close?.();
  return page;
}

function textOf({ body }: RawPage): string {
  return Buffer.from(body).toString();
}

describe('replay', () => {
  it.each([
    ['the query', { query: 'green tea' }, 'alpha.search/query'],
    ['the query in another case', { query: ' Green TEA' }, 'alpha.search/query'],
    ['the query and page', { query: 'green tea', page: 2 }, 'alpha.search/second'],
    ['the typical page of the query', { query: 'tea' }, 'alpha.search/typical-desktop'],
    ['the operation', { query: 'green tea', operation: 'beta.search', engine: 'beta' }, 'beta.search/typical'],
  ] as const)('finds a capture by %s', async (_, request, name) => {
    await capture('alpha.search/a-captcha', { query: 'blocked' });
    await capture('alpha.search/query', { query: 'green tea', shows: 'rows' });
    await capture('alpha.search/second', { query: 'green tea', page: 2 });
    await capture('alpha.search/a-tea', { query: 'tea' });
    await capture('alpha.search/typical-desktop', { query: 'tea' });
    await capture('beta.search/typical', { query: 'green tea' });
    expect(textOf(await fetchPage(replayAdapter({ folder }), request))).toBe(name);
  });

  it('returns the address, status and headers of the capture', async () => {
    const headers = { 'content-type': 'text/html; charset=windows-1252' };
    await capture('alpha.search/blocked', { query: 'tea', url: 'http://engine.test/sorry', status: 429, headers });
    expect(await fetchPage(replayAdapter({ folder }), {})).toMatchObject({
      url: 'http://engine.test/sorry',
      status: 429,
      headers,
    });
  });

  it('returns the requested address and status 200 if the capture has none', async () => {
    await capture('alpha.autocomplete/typical', { query: 'tea' }, 'page.json');
    const page = await fetchPage(replayAdapter({ folder }), { operation: 'alpha.autocomplete' });
    expect(page).toMatchObject({ url, status: 200, headers: {} });
  });

  it.each([
    ['no page of the operation', { operation: 'gamma.search', engine: 'gamma' }],
    ['no such page number', { query: 'tea', page: 3 }],
    ['no page of the query', { query: 'coffee' }],
    ['no page of the country', { query: 'tea', url: 'http://engine.test/search?q=tea&gl=fr', operation: 'alpha.news' }],
  ] as const)('reports that there is %s', async (_, request) => {
    await capture('alpha.search/typical', { query: 'tea' });
    await capture('alpha.news/typical', { query: 'tea', params: { gl: 'de' } });
    await expect(fetchPage(replayAdapter({ folder }), request)).rejects.toMatchObject({ code: 'no_capture' });
  });

  it('skips folders that are not captures', async () => {
    await capture('alpha.search/typical', { query: 'tea' });
    await mkdir(join(folder, 'alpha.search', 'empty'));
    await writeFile(join(folder, 'page.html'), 'no meta');
    expect(textOf(await fetchPage(replayAdapter({ folder }), {}))).toBe('alpha.search/typical');
  });

  it.each([
    ['a capture with the same parameters to one without', { params: { gl: 'fr' } }, { status: 200 }],
    ['a usable page to a later block', { captured: '2026-07-01' }, { status: 403, captured: '2026-07-02' }],
    ['a later capture to an earlier one', { captured: '2026-07-02' }, { captured: '2026-07-01' }],
  ])('prefers %s', async (_, better, worse) => {
    await capture('alpha.search/a-worse', { query: 'tea', ...worse });
    await capture('alpha.search/better', { query: 'tea', ...better });
    await capture('alpha.search/worse', { query: 'tea', ...worse });
    const request = { url: 'http://engine.test/search?q=tea&gl=fr' };
    expect(textOf(await fetchPage(replayAdapter({ folder }), request))).toBe('alpha.search/better');
  });

  it('is misconfigured if the folder does not exist', async () => {
    await expect(fetchPage(replayAdapter({ folder: join(folder, 'none') }), {})).rejects.toMatchObject({
      code: 'misconfigured',
      cause: { code: 'ENOENT' },
    });
  });
});

describe('a capture that cannot be read', () => {
  const request = { operation: 'gamma.search', query: 'tea' } as const;

  it.each(['{', 'null', '[]', '{}', '{ "operation": "gamma.search" }', '{ "operation": 1, "query": "tea" }'])(
    'is reported by name until it is repaired: %s',
    async (meta) => {
      await capture('gamma.search/whole', { query: 'tea' });
      await capture('gamma.search/broken', {});
      await writeFile(join(folder, 'gamma.search/broken/meta.json'), meta);
      const replay = replayAdapter({ folder });
      const fault = { code: 'misconfigured', message: expect.stringContaining('page "broken" names no operation') };
      await expect(fetchPage(replay, request)).rejects.toMatchObject(fault);
      await rm(join(folder, 'gamma.search/broken'), { recursive: true });
      expect(textOf(await fetchPage(replay, request))).toBe('gamma.search/whole');
    },
  );
});

describe('record', () => {
  const page: RawPage = {
    url: 'http://engine.test/end',
    status: 403,
    headers: { 'content-type': 'text/html', 'x-visitor': 'someone' },
    body: Buffer.from([0xff, 0x00]),
  };

  it('stores pages that replay can return', async () => {
    const recorded = await record(async () => page, { query: 'Grüner Tee: 1/2', page: 2 });
    expect(recorded).toBe(page);
    const replayed = await fetchPage(replayAdapter({ folder }), { query: 'Grüner Tee: 1/2', page: 2 });
    expect(replayed).toEqual({ ...page, headers: { 'content-type': 'text/html' } });
  });

  it('stores every page in its own folder', async () => {
    const adapter = recordAdapter({ adapter: async () => page, folder });
    await Promise.all([
      fetchPage(adapter, {}),
      fetchPage(adapter, {}),
      fetchPage(adapter, { operation: 'alpha.news' }),
    ]);
    await adapter.close?.();
    const slugs = await readdir(join(folder, 'alpha.search'));
    expect(slugs).toHaveLength(2);
    const meta = JSON.parse(await readFile(join(folder, 'alpha.search', slugs[0]!, 'meta.json'), 'utf8'));
    expect(meta).toMatchObject({ operation: 'alpha.search', query: 'tea', status: 403 });
    expect(Date.parse(meta.captured)).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each([
    ['latin words', 'espresso '.repeat(300)],
    ['letters of three bytes', '茶'.repeat(2000)],
    ['letters beyond the basic plane', `a${'𠮷'.repeat(1000)}`],
    ['a lone surrogate', 'a\ud83d b'],
    ['no letters', '///..\\:*?"<>|\u0000'],
    ['a name that is reserved on Windows', 'con'],
  ])('uses a folder name that any file system accepts: %s', async (_, query) => {
    await record(async () => page, { query, page: 7 });
    const [slug = ''] = await readdir(join(folder, 'alpha.search'));
    expect(slug).toMatch(/^\d{17}-1-p7[\p{L}\p{N}-]*$/u);
    expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(100);
    expect(await fetchPage(replayAdapter({ folder }), { query, page: 7 })).toMatchObject({ status: 403 });
  });

  it.each([
    ['text/html; charset=utf-8', 'page.html'],
    ['text/javascript', 'page.json'],
    ['text/xml', 'page.xml'],
    ['text/plain', 'page.txt'],
  ])('stores a page of type %s as %s', async (type, name) => {
    const adapter: Adapter = async () => ({ ...page, headers: { 'content-type': type } });
    await record(adapter, {});
    const [slug = ''] = await readdir(join(folder, 'alpha.search'));
    expect(await readdir(join(folder, 'alpha.search', slug))).toEqual(['meta.json', name]);
  });

  it('distinguishes requests by their parameters, regardless of the time in uule', async () => {
    const params = { query: 'tea', coordinates: { latitude: 48.2, longitude: 16.4 } };
    const requestIn = (gl: string, time: number) =>
      alphaSearchRequest({ query: params.query, gl, uule: encodeCoordinatesUule({ ...params.coordinates, time }) });
    for (const gl of ['de', 'fr']) await record(async () => ({ ...page, body: Buffer.from(gl) }), requestIn(gl, 1_000));
    const replay = replayAdapter({ folder });
    expect(textOf(await fetchPage(replay, requestIn('fr', 2_000)))).toBe('fr');
    expect(textOf(await fetchPage(replay, requestIn('de', 3_000)))).toBe('de');
    await expect(fetchPage(replay, requestIn('at', 1_000))).rejects.toMatchObject({ code: 'no_capture' });
    await expect(fetchPage(replay, { url: requestIn('de', 1_000).url }, { device: 'mobile' })).rejects.toMatchObject({
      code: 'no_capture',
    });
  });

  it('stores nothing that identifies who fetched the page', async () => {
    const session = newSession({ proxy: parseProxies(['http://customer-7:s3cret-word@proxy.example.test:8000'])[0]! });
    await session.cookies.setCookie('NID=a1b2c3d4e5; Path=/', url);
    const body = Buffer.from(
      'é 203.0.113.77 2001:db8:a:b:c:d:e:f jane.doe@mail.test a1b2c3d4e5 proxy.example.test s3cret-word v1.2.3 12:30:45',
      'latin1',
    );
    const visited = { ...page, body, url: `${url}&sei=token`, headers: { 'content-type': 'text/html' } };
    const adapter = recordAdapter({ adapter: async () => visited, folder });
    await adapter(requestFor(url), { signal: new AbortController().signal, session });
    await adapter.close?.();
    const kept = await fetchPage(replayAdapter({ folder }), {});
    expect(Buffer.from(kept.body).toString('latin1')).toBe(
      'é 192.0.2.1 2001:db8::1 someone@mail.example xxxxxxxxxx xxxxxxxxxxxxxxxxxx xxxxxxxxxxx v1.2.3 12:30:45',
    );
    expect(kept.url).toBe(url);
  });

  it('removes the query from the address of another path', async () => {
    await record(async () => ({ ...page, url: 'http://engine.test/sorry/index?q=token&continue=x' }), {});
    expect((await fetchPage(replayAdapter({ folder }), {})).url).toBe('http://engine.test/sorry/index');
  });

  it('reports a page that cannot be stored, and returns it', async () => {
    await writeFile(join(folder, 'file'), '');
    const onFault = vi.fn();
    const adapter = recordAdapter({ adapter: async () => page, folder: join(folder, 'file'), onFault });
    expect(await fetchPage(adapter, {})).toBe(page);
    await adapter.close?.();
    expect(onFault).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ENOTDIR' }));
  });

  it('closes the inner adapter', async () => {
    const close = vi.fn();
    const inner: Adapter = Object.assign(async () => page, { close });
    await recordAdapter({ adapter: inner, folder }).close?.();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
