import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Adapter,
  alphaSearchRequest,
  encodeCoordinatesUule,
  type PageRequest,
  type RawPage,
  readProxies,
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

function ask(adapter: Adapter, request: Partial<PageRequest>, session: Partial<Session> = {}): Promise<RawPage> {
  return adapter(requestFor(url, request), { signal: new AbortController().signal, session: newSession(session) });
}

/** Gets a page and waits until it is kept. */
async function record(adapter: Adapter, request: Partial<PageRequest>): Promise<RawPage> {
  const recording = recordAdapter({ adapter, folder });
  const page = await ask(recording, request);
  await recording.close?.();
  return page;
}

function textOf({ body }: RawPage): string {
  return Buffer.from(body).toString();
}

describe('replay', () => {
  it.each([
    ['the query', { query: 'green tea' }, 'alpha.search/query'],
    ['the query, whatever its case', { query: ' Green TEA' }, 'alpha.search/query'],
    ['the query and page', { query: 'green tea', page: 2 }, 'alpha.search/second'],
    ['the usual page of the query', { query: 'tea' }, 'alpha.search/typical-desktop'],
    ['the operation', { query: 'green tea', operation: 'beta.search', engine: 'beta' }, 'beta.search/typical'],
  ] as const)('answers by %s', async (_, request, name) => {
    await capture('alpha.search/a-captcha', { query: 'blocked' });
    await capture('alpha.search/query', { query: 'green tea', shows: 'rows' });
    await capture('alpha.search/second', { query: 'green tea', page: 2 });
    await capture('alpha.search/a-tea', { query: 'tea' });
    await capture('alpha.search/typical-desktop', { query: 'tea' });
    await capture('beta.search/typical', { query: 'green tea' });
    expect(textOf(await ask(replayAdapter({ folder }), request))).toBe(name);
  });

  it('gives what came with the page', async () => {
    const headers = { 'content-type': 'text/html; charset=windows-1252' };
    await capture('alpha.search/blocked', { query: 'tea', url: 'http://engine.test/sorry', status: 429, headers });
    expect(await ask(replayAdapter({ folder }), {})).toMatchObject({
      url: 'http://engine.test/sorry',
      status: 429,
      headers,
    });
  });

  it('answers as the address asked for, with 200, unless the capture says otherwise', async () => {
    await capture('alpha.autocomplete/typical', { query: 'tea' }, 'page.json');
    const page = await ask(replayAdapter({ folder }), { operation: 'alpha.autocomplete' });
    expect(page).toMatchObject({ url, status: 200, headers: {} });
  });

  it.each([
    ['no page of the operation', { operation: 'gamma.search', engine: 'gamma' }],
    ['no such page number', { query: 'tea', page: 3 }],
    ['no page of the query', { query: 'coffee' }],
    ['no page of the country', { query: 'tea', url: 'http://engine.test/search?q=tea&gl=fr', operation: 'alpha.news' }],
  ] as const)('says that there is %s', async (_, request) => {
    await capture('alpha.search/typical', { query: 'tea' });
    await capture('alpha.news/typical', { query: 'tea', params: { gl: 'de' } });
    await expect(ask(replayAdapter({ folder }), request)).rejects.toMatchObject({ code: 'no_capture' });
  });

  it('passes over folders that are no capture', async () => {
    await capture('alpha.search/typical', { query: 'tea' });
    await mkdir(join(folder, 'alpha.search', 'empty'));
    await writeFile(join(folder, 'page.html'), 'no meta');
    expect(textOf(await ask(replayAdapter({ folder }), {}))).toBe('alpha.search/typical');
  });

  it.each([
    ['of its own parameters before one that names none', { params: { gl: 'fr' } }, { status: 200 }],
    ['an answer before a later refusal', { captured: '2026-07-01' }, { status: 403, captured: '2026-07-02' }],
    ['a later one before an earlier', { captured: '2026-07-02' }, { captured: '2026-07-01' }],
  ])('gives %s', async (_, better, worse) => {
    await capture('alpha.search/a-worse', { query: 'tea', ...worse });
    await capture('alpha.search/better', { query: 'tea', ...better });
    await capture('alpha.search/worse', { query: 'tea', ...worse });
    const request = { url: 'http://engine.test/search?q=tea&gl=fr' };
    expect(textOf(await ask(replayAdapter({ folder }), request))).toBe('alpha.search/better');
  });

  it('is not set up when there is no folder', async () => {
    await expect(ask(replayAdapter({ folder: join(folder, 'none') }), {})).rejects.toMatchObject({
      code: 'misconfigured',
      cause: { code: 'ENOENT' },
    });
  });
});

describe('a capture that cannot be read', () => {
  const asked = { operation: 'gamma.search', query: 'tea' } as const;

  it.each(['{', 'null', '[]', '{}', '{ "operation": "gamma.search" }', '{ "operation": 1, "query": "tea" }'])(
    'is named, until it is put right: %s',
    async (meta) => {
      await capture('gamma.search/whole', { query: 'tea' });
      await capture('gamma.search/broken', {});
      await writeFile(join(folder, 'gamma.search/broken/meta.json'), meta);
      const replay = replayAdapter({ folder });
      const fault = { code: 'misconfigured', message: expect.stringContaining('page "broken" names no operation') };
      await expect(ask(replay, asked)).rejects.toMatchObject(fault);
      await rm(join(folder, 'gamma.search/broken'), { recursive: true });
      expect(textOf(await ask(replay, asked))).toBe('gamma.search/whole');
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

  it('keeps what replay answers with', async () => {
    const recorded = await record(async () => page, { query: 'Grüner Tee: 1/2', page: 2 });
    expect(recorded).toBe(page);
    const replayed = await ask(replayAdapter({ folder }), { query: 'Grüner Tee: 1/2', page: 2 });
    expect(replayed).toEqual({ ...page, headers: { 'content-type': 'text/html' } });
  });

  it('keeps every page in a folder of its own', async () => {
    const adapter = recordAdapter({ adapter: async () => page, folder });
    await Promise.all([ask(adapter, {}), ask(adapter, {}), ask(adapter, { operation: 'alpha.news' })]);
    await adapter.close?.();
    const slugs = await readdir(join(folder, 'alpha.search'));
    expect(slugs).toHaveLength(2);
    const meta = JSON.parse(await readFile(join(folder, 'alpha.search', slugs[0]!, 'meta.json'), 'utf8'));
    expect(meta).toMatchObject({ operation: 'alpha.search', query: 'tea', status: 403 });
    expect(Date.parse(meta.captured)).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each([
    ['latin words', 'espresso '.repeat(300)],
    ['an alphabet of three bytes a letter', '茶'.repeat(2000)],
    ['letters beyond the basic plane', `a${'𠮷'.repeat(1000)}`],
    ['half a letter', 'a\ud83d b'],
    ['no letters', '///..\\:*?"<>|\u0000'],
    ['a name that Windows keeps for itself', 'con'],
  ])('names the folder so that any file system takes it: %s', async (_, query) => {
    await record(async () => page, { query, page: 7 });
    const [slug = ''] = await readdir(join(folder, 'alpha.search'));
    expect(slug).toMatch(/^\d{17}-1-p7[\p{L}\p{N}-]*$/u);
    expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(100);
    expect(await ask(replayAdapter({ folder }), { query, page: 7 })).toMatchObject({ status: 403 });
  });

  it.each([
    ['text/html; charset=utf-8', 'page.html'],
    ['text/javascript', 'page.json'],
    ['text/xml', 'page.xml'],
    ['text/plain', 'page.txt'],
  ])('names a page of type %s %s', async (type, name) => {
    const adapter: Adapter = async () => ({ ...page, headers: { 'content-type': type } });
    await record(adapter, {});
    const [slug = ''] = await readdir(join(folder, 'alpha.search'));
    expect(await readdir(join(folder, 'alpha.search', slug))).toEqual(['meta.json', name]);
  });

  it('tells apart what was asked, whenever a place was encoded', async () => {
    const params = { query: 'tea', coordinates: { latitude: 48.2, longitude: 16.4 } };
    const asked = (gl: string, time: number) =>
      alphaSearchRequest({ query: params.query, gl, uule: encodeCoordinatesUule({ ...params.coordinates, time }) });
    for (const gl of ['de', 'fr']) await record(async () => ({ ...page, body: Buffer.from(gl) }), asked(gl, 1_000));
    const replay = replayAdapter({ folder });
    expect(textOf(await ask(replay, asked('fr', 2_000)))).toBe('fr');
    expect(textOf(await ask(replay, asked('de', 3_000)))).toBe('de');
    await expect(ask(replay, asked('at', 1_000))).rejects.toMatchObject({ code: 'no_capture' });
    await expect(ask(replay, { url: asked('de', 1_000).url }, { device: 'mobile' })).rejects.toMatchObject({
      code: 'no_capture',
    });
  });

  it('keeps nothing that tells who fetched the page', async () => {
    const session = newSession({ proxy: readProxies(['http://customer-7:s3cret-word@proxy.example.test:8000'])[0]! });
    await session.cookies.setCookie('NID=a1b2c3d4e5; Path=/', url);
    const body = Buffer.from(
      'é 203.0.113.77 2001:db8:a:b:c:d:e:f jane.doe@mail.test a1b2c3d4e5 proxy.example.test s3cret-word v1.2.3 12:30:45',
      'latin1',
    );
    const visited = { ...page, body, url: `${url}&sei=token`, headers: { 'content-type': 'text/html' } };
    const adapter = recordAdapter({ adapter: async () => visited, folder });
    await adapter(requestFor(url), { signal: new AbortController().signal, session });
    await adapter.close?.();
    const kept = await ask(replayAdapter({ folder }), {});
    expect(Buffer.from(kept.body).toString('latin1')).toBe(
      'é 192.0.2.1 2001:db8::1 someone@mail.example xxxxxxxxxx xxxxxxxxxxxxxxxxxx xxxxxxxxxxx v1.2.3 12:30:45',
    );
    expect(kept.url).toBe(url);
  });

  it('keeps of a foreign address only where it is', async () => {
    await record(async () => ({ ...page, url: 'http://engine.test/sorry/index?q=token&continue=x' }), {});
    expect((await ask(replayAdapter({ folder }), {})).url).toBe('http://engine.test/sorry/index');
  });

  it('tells what could not be kept, and gives the page all the same', async () => {
    await writeFile(join(folder, 'file'), '');
    const onFault = vi.fn();
    const adapter = recordAdapter({ adapter: async () => page, folder: join(folder, 'file'), onFault });
    expect(await ask(adapter, {})).toBe(page);
    await adapter.close?.();
    expect(onFault).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ENOTDIR' }));
  });

  it('closes the adapter below', async () => {
    const close = vi.fn();
    const below: Adapter = Object.assign(async () => page, { close });
    await recordAdapter({ adapter: below, folder }).close?.();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
