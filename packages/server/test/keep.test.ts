import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, createFetcher, FetchError, gammaSearchRequest, type RawPage } from '@svc/fetchers';
import { findCaptures, loadCapture } from '@svc/fixtures';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keepUnreadable } from '../src/pages/fetching/keep.js';
import { startEngines } from './helpers/engines.js';
import { betaSearch } from './helpers/operations.js';
import { bytes } from './helpers/service.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const html: Adapter = async ({ url }) => ({
  url,
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: bytes('<p>a page</p>'),
});

/** Asks for pages that are judged to be in a state, and waits until what is kept is written. */
async function fetchAs(
  state: string,
  options: { queries?: string[]; limit?: number; to?: string; adapter?: Adapter } = {},
) {
  const { queries = ['river ferry'], limit = 10, to = folder, adapter = html } = options;
  const onFault = vi.fn<(error: unknown) => void>();
  const plain = createFetcher({ adapter, attempts: 2 });
  const fetcher = keepUnreadable(plain, { folder: to, limit, onFault });
  const judge = (page: RawPage) =>
    state === 'results'
      ? { usable: true as const, value: page.status }
      : { usable: false as const, state, retry: 'same' as const, error: new Error(state) };
  const settled = await Promise.allSettled(queries.map((query) => fetcher.fetch(gammaSearchRequest({ query }), judge)));
  await fetcher.close();
  return { onFault, reasons: settled.map((one) => (one.status === 'rejected' ? one.reason.message : 'usable')) };
}

describe('a page that could not be read', () => {
  test.each(['unrecognised', 'wrong_page', 'wrong_query'])(
    'is kept when it is %s, once for all attempts',
    async (state) => {
      const { reasons, onFault } = await fetchAs(state);
      expect(reasons).toEqual([state]);
      expect(onFault).not.toHaveBeenCalled();
      const [found = '', ...more] = await findCaptures([folder]);
      expect(more).toEqual([]);
      const capture = await loadCapture(found);
      expect(capture).toMatchObject({ pageFile: 'page.html', expected: undefined });
      expect(capture.meta).toMatchObject({
        operation: 'gamma.search',
        query: 'river ferry',
        page: 1,
        status: 200,
        shows: `Kept because its state is ${state}`,
      });
      expect(Buffer.from(capture.body).toString()).toBe('<p>a page</p>');
    },
  );

  test.each(['captcha', 'rate_limited', 'forbidden', 'consent', 'js_required', 'bad_response', 'results'])(
    'is not kept when it is %s',
    async (state) => {
      await fetchAs(state);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test('is not kept where there is none', async () => {
    const adapter: Adapter = async () => {
      throw new FetchError('network', 'no page');
    };
    expect((await fetchAs('unrecognised', { adapter })).reasons).toEqual(['no page']);
    expect(await readdir(folder)).toEqual([]);
  });
});

test('no more pages are kept than allowed, those of earlier runs counted', async () => {
  await fetchAs('unrecognised', { queries: ['one', 'two'], limit: 3 });
  await fetchAs('unrecognised', { queries: ['three', 'four', 'five'], limit: 3 });
  expect(await findCaptures([folder])).toHaveLength(3);
  await fetchAs('unrecognised', { queries: ['six'], limit: 2 });
  expect(await findCaptures([folder])).toHaveLength(3);
});

test('a page that cannot be kept does not change how the search ends', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { reasons, onFault } = await fetchAs('unrecognised', { to: join(file, 'below') });
  expect(reasons).toEqual(['unrecognised']);
  expect(onFault).toHaveBeenCalledTimes(1);
  expect(onFault.mock.calls[0]?.[0]).toMatchObject({ code: 'ENOTDIR' });
});

describe('the running service', () => {
  test('keeps what it could not read, and nothing where it was not asked to', async () => {
    const [keeping, plain] = [await startEngines({ SVC_KEEP_FOLDER: folder }), await startEngines()];
    const queries = ['a shell sim:shell', 'a captcha sim:captcha', 'all well'];
    for (const { ask } of [keeping, plain]) await Promise.all(queries.map((query) => ask(betaSearch, { query })));
    await Promise.all([keeping.close(), plain.close()]);
    const captures = await Promise.all((await findCaptures([folder])).map(loadCapture));
    expect(captures.map(({ meta }) => meta)).toMatchObject([{ operation: 'beta.search', query: 'a shell sim:shell' }]);
    expect(captures[0]?.meta.url).toMatch(/^https:\/\/www\.bing\.com\/search\?/);
  });

  test('answers as ever where nothing can be kept', async () => {
    const taken = join(folder, 'taken');
    const engines = await startEngines({ SVC_KEEP_FOLDER: taken });
    await writeFile(taken, '');
    const { status, body } = await engines.ask(betaSearch, { query: 'a shell sim:shell' });
    await engines.close();
    expect([status, body.code]).toEqual([502, 'upstream_unrecognised']);
  });
});
