import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, FetchError } from '@svc/fetchers';
import { findCaptures, loadCapture } from '@svc/fixtures';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { captures, typical } from './helpers/captures.js';
import { startEngines } from './helpers/engines.js';
import { alphaSearch, betaSearch, gammaSearch } from './helpers/operations.js';
import { always } from './helpers/service.js';
import { type StartedService, serviceOnPort, startedService } from './helpers/started.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** A page that is not a result page of any engine. */
const html = always('<p>a page</p>', { headers: { 'content-type': 'text/html' } });

const codesOf = (service: StartedService, queries: readonly string[]) =>
  Promise.all(queries.map(async (query) => (await service.post(gammaSearch.path, { query })).json().code));

/** Fetches pages with a separate service, and waits until kept pages are written. */
async function fetchFrom(
  adapter: Adapter,
  { queries = ['river ferry'], ...env }: { queries?: string[]; [name: `SVC_${string}`]: string } = {},
) {
  const logTo = { write: vi.fn<(line: string) => void>() };
  const settings = { SVC_KEEP_FOLDER: folder, SVC_ATTEMPTS: '2', SVC_LOG_LEVEL: 'warn', ...env };
  const service = await startedService({ adapter, env: settings, logTo });
  const codes = await codesOf(service, queries);
  await service.stop();
  const logged = logTo.write.mock.calls.map(([line]) => JSON.parse(line));
  return { codes, faults: logged.filter(({ msg }) => msg.includes('could not be saved')) };
}

describe('an unusable page', () => {
  const body = '<p>a page</p>';
  test.each([
    ['unrecognised', html, body],
    ['wrong_page', typical(alphaSearch).adapter, undefined],
    ['wrong_query', typical(gammaSearch).adapter, undefined],
  ])('is kept if it is %s, once for all attempts', async (state, adapter, text) => {
    const { codes, faults } = await fetchFrom(adapter);
    expect([codes, faults]).toEqual([[`upstream_${state}`], []]);
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
    if (text !== undefined) expect(Buffer.from(capture.body).toString()).toBe(text);
  });

  test('is kept without the secrets that it repeats', async () => {
    const repeating: Adapter = async ({ url }, { session }) => {
      const { username = '', password = '' } = session.proxy?.url ?? {};
      await session.cookies.setCookie('visit=of-cookie-19', url);
      const login = Buffer.from(`${username}:${password}`).toString('base64');
      const text = `<p>${password} ${login} of-cookie-19 of-gateway-7 198.51.100.77</p>`;
      return { url, status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) };
    };
    const env = {
      SVC_ADAPTER: 'http',
      SVC_PROXIES: 'http://user:of-proxy-23@127.0.0.1:9',
      SVC_GATEWAY: 'http://127.0.0.1:9/?key=of-gateway-7',
    };
    const { codes, faults } = await fetchFrom(repeating, env);
    expect([codes, faults]).toEqual([['upstream_unrecognised'], []]);
    const [found = ''] = await findCaptures([folder]);
    const text = Buffer.from((await loadCapture(found)).body).toString();
    expect(text).toMatch(/^<p>.+<\/p>$/);
    expect(text).not.toMatch(/of-(?:proxy|cookie|gateway)-|198\.51|dXNlcjpv/);
  });

  describe('is not kept', () => {
    let shared: StartedService;
    let shown: Adapter;
    let kept = '';
    beforeAll(async () => {
      kept = await mkdtemp(join(tmpdir(), 'kept-'));
      const env = { SVC_KEEP_FOLDER: kept, SVC_CIRCUIT_FAILURES: '0', SVC_RETRY_PERCENT: '100' };
      shared = await serviceOnPort({ adapter: (...given) => shown(...given), env });
    });
    afterAll(async () => {
      await shared.stop(); // waits for all writes
      expect(await readdir(kept)).toEqual([]);
      await rm(kept, { recursive: true, force: true });
    });
    const pages = captures();

    test.each(['captcha', 'rate_limited', 'forbidden', 'consent', 'js_required'])('if it is %s', async (state) => {
      const { adapter, endpoint } = pages.find(({ expected }) => expected.state === state)!;
      shown = adapter;
      const answer = await shared.post(endpoint.path, { query: 'river ferry' });
      expect([answer.json().code, await readdir(kept)]).toEqual([`upstream_${state}`, []]);
    });

    test('if it is bad_response', async () => {
      shown = always('gone', { status: 500 });
      expect([await codesOf(shared, ['river ferry']), await readdir(kept)]).toEqual([['upstream_bad_response'], []]);
    });

    test('if it has results', async () => {
      const { adapter, query } = typical(gammaSearch);
      shown = adapter;
      expect([await codesOf(shared, [query]), await readdir(kept)]).toEqual([[undefined], []]);
    });

    test('if there was no page', async () => {
      shown = async () => {
        throw new FetchError('network', 'no page');
      };
      expect([await codesOf(shared, ['river ferry']), await readdir(kept)]).toEqual([['upstream_bad_response'], []]);
    });
  });
});

test('no more pages are kept than allowed, including those of earlier runs', async () => {
  await fetchFrom(html, { queries: ['one', 'two'], SVC_KEEP_LIMIT: '3' });
  await fetchFrom(html, { queries: ['three', 'four', 'five'], SVC_KEEP_LIMIT: '3' });
  expect(await findCaptures([folder])).toHaveLength(3);
  await fetchFrom(html, { queries: ['six'], SVC_KEEP_LIMIT: '2' });
  expect(await findCaptures([folder])).toHaveLength(3);
});

test('a page that cannot be written does not change the result of the search', async () => {
  const taken = join(folder, 'taken');
  const adapter: Adapter = async (...given) => {
    await writeFile(taken, ''); // at the path of the folder
    return html(...given);
  };
  const { codes, faults } = await fetchFrom(adapter, { SVC_KEEP_FOLDER: taken });
  expect(codes).toEqual(['upstream_unrecognised']);
  expect(faults).toMatchObject([{ code: 'ENOTDIR' }]);
});

describe('a running service', () => {
  test('keeps unusable pages only if SVC_KEEP_FOLDER is set', async () => {
    const [keeping, plain] = [await startEngines({ SVC_KEEP_FOLDER: folder }), await startEngines()];
    const queries = ['a shell sim:shell', 'a captcha sim:captcha', 'all well'];
    for (const { ask } of [keeping, plain]) await Promise.all(queries.map((query) => ask(betaSearch, { query })));
    await Promise.all([keeping.close(), plain.close()]);
    const captures = await Promise.all((await findCaptures([folder])).map(loadCapture));
    expect(captures.map(({ meta }) => meta)).toMatchObject([{ operation: 'beta.search', query: 'a shell sim:shell' }]);
    expect(captures[0]?.meta.url).toMatch(/^https:\/\/www\.bing\.com\/search\?/);
  });

  test('gives the same answer if pages cannot be written', async () => {
    const taken = join(folder, 'taken');
    const engines = await startEngines({ SVC_KEEP_FOLDER: taken });
    await writeFile(taken, '');
    const { status, body } = await engines.ask(betaSearch, { query: 'a shell sim:shell' });
    await engines.close();
    expect([status, body.code]).toEqual([502, 'upstream_unrecognised']);
  });
});
