import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { secretsOf } from '../src/captures/secrets.js';
import { createCaptureWriter, haveSameParams, paramsForMatching } from '../src/captures/writer.js';
import { type Adapter, encodeCoordinatesUule, recordAdapter } from '../src/index.js';
import { encodeNameUule } from '../src/places/uule.js';
import { newSession, pageOf, requestFor } from './support/requests.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'captures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

/** The files of the only captured page, by name, and the name of its folder. */
async function captured() {
  const [slug = ''] = await readdir(join(folder, 'alpha.search'));
  const files = await readdir(join(folder, 'alpha.search', slug));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, 'alpha.search', slug, name), 'utf8')));
  return { slug, files, text: texts.join('\n'), meta: JSON.parse(texts[0]!) as Record<string, unknown> };
}

describe('the parameters of a capture', () => {
  const paramsOf = (query: string, device?: 'mobile' | 'desktop') =>
    paramsForMatching(requestFor(`http://engine.test/?${query}`, { cookies: { place: 'at' } }), {
      ...(device && { device }),
    });

  it('are those of the request without query, page and credentials, its cookies and its device, in order', () => {
    const params = paramsOf('q=tea&start=10&first=1&FORM=x&offset=2&hl=de&gl=at&api_key=k', 'mobile');
    expect(Object.entries(params)).toEqual([
      ['cookie:place', 'at'],
      ['device', 'mobile'],
      ['gl', 'at'],
      ['hl', 'de'],
    ]);
    expect(paramsOf('hl=de', 'desktop')).toEqual({ 'cookie:place': 'at', hl: 'de' });
  });

  it('have the place of a uule without its time', () => {
    const coordinates = { latitude: 48.2, longitude: 16.4 };
    const [one, other] = [1_000, 2_000].map((time) =>
      paramsOf(`uule=${encodeURIComponent(encodeCoordinatesUule({ ...coordinates, time }))}`),
    );
    expect(one).toEqual({ 'cookie:place': 'at', uule: '48.2,16.4' });
    expect(other).toEqual(one);
    const name = encodeURIComponent(encodeNameUule('Vienna,Austria'));
    expect(paramsOf(`uule=${name}`).uule).toBe('Vienna,Austria');
    expect(paramsOf('uule=unknown').uule).toBe('unknown');
  });

  it('are the same if all are equal', () => {
    expect(haveSameParams({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    for (const other of [{ a: '1' }, { a: '1', b: '3' }, { a: '1', b: '2', c: '' }])
      expect(haveSameParams({ a: '1', b: '2' }, other)).toBe(false);
  });
});

describe('a capture', () => {
  it('has a folder named after its time, number, page and the words of its query', async () => {
    await createCaptureWriter(folder)(requestFor('http://engine.test/', { query: 'Grüner TEE, 2!' }), pageOf(200));
    const { slug, files, meta } = await captured();
    expect(slug).toMatch(/^\d{17}-1-p1-grüner-tee-2$/);
    expect(files).toEqual(['meta.json', 'page.txt']);
    expect(meta).toMatchObject({ query: 'Grüner TEE, 2!', page: 1, status: 200, shows: '', params: {} });
  });

  it('has only the headers that affect how it is read', async () => {
    const kept = {
      'content-language': 'de',
      'content-type': 'text/xml',
      'retry-after': '5',
      'x-as-setsessionmarket': 'at',
    };
    const page = pageOf(200, { ...kept, 'x-client': 'me', date: 'today' });
    await createCaptureWriter(folder)(requestFor('http://engine.test/'), page, {
      shows: 'Tea',
      session: { device: 'mobile' },
    });
    expect((await captured()).meta).toMatchObject({ headers: kept, shows: 'Tea', params: { device: 'mobile' } });
    expect(Object.keys((await captured()).meta.headers as object)).toHaveLength(4);
  });
});

describe('a recorded page', () => {
  const recorded = async (adapter: Adapter, secrets?: string[]) => {
    const recording = recordAdapter({ adapter, folder, ...(secrets && { secrets }) });
    const session = newSession({ device: 'tablet' });
    const request = requestFor('http://engine.test/?q=tea&hl=my-own-key', { cookies: { mark: 'my-own-key' } });
    await recording(request, { session, signal: AbortSignal.timeout(5_000) });
    await recording.close?.();
    return captured();
  };

  it('has no secret that the adapter sends, in its parameters, headers and address', async () => {
    const headers = { 'content-type': 'text/html; a=my-own-key' };
    const page = { ...pageOf(200, headers), url: 'http://me:word@engine.test/?hl=my-own-key&sid=other' };
    const { text, meta, files } = await recorded(async () => page, ['my-own-key']);
    expect(text).not.toMatch(/my-own-key|me:word|other/);
    expect(meta.params).toEqual({ 'cookie:mark': 'xxxxxxxxxx', device: 'tablet', hl: 'xxxxxxxxxx' });
    expect(meta.url).toBe('http://engine.test/?hl=xxxxxxxxxx');
    expect(files).toEqual(['meta.json', 'page.html']);
  });

  it('keeps a word that is no secret', async () => {
    const url = 'http://engine.test/?hl=my-own-key&hl=a%20b';
    const { meta } = await recorded(async () => ({ ...pageOf(200), url }));
    expect(meta).toMatchObject({ url, params: { hl: 'my-own-key' } });
  });

  it('supports the profiles that the adapter supports', () => {
    const page = async () => pageOf(200);
    const { profile } = newSession();
    for (const isSupported of [true, false]) {
      const adapter: Adapter = Object.assign(async () => pageOf(200), { supportsProfile: () => isSupported });
      expect(recordAdapter({ adapter, folder }).supportsProfile?.(profile)).toBe(isSupported);
    }
    expect(recordAdapter({ adapter: page, folder })).not.toHaveProperty('supportsProfile');
  });
});

it.each([
  ['http://only-user@engine.test/', {}, ['only-user', '', 'only-user:', ':only-user']],
  ['http://:only-word@engine.test/', {}, ['', 'only-word', ':only-word', 'only-word:']],
  ['http://engine.test/', { authorization: 'token' }, ['token']],
  ['http://engine.test/', { authorization: `Basically ${btoa('a:b')}` }, [`Basically ${btoa('a:b')}`, btoa('a:b')]],
  ['http://engine.test/', { authorization: `X-Basic ${btoa('a:b')}` }, [`X-Basic ${btoa('a:b')}`, btoa('a:b')]],
  [
    'http://engine.test/',
    { authorization: `basic ${btoa('one')}` },
    [`basic ${btoa('one')}`, btoa('one'), 'one', 'one:', ':one'],
  ],
  ['http://engine.test/', { authorization: 'Bearer a"b"c' }, ['Bearer a"b"c', 'a"b"c']],
  ['http://engine.test/', { cookie: 'a=say "x"' }, ['a=say "x"', '"x"', 'say "x"']],
  ['http://engine.test/', { cookie: 'a="x"y; b=" z" ;c' }, ['a="x"y; b=" z" ;c', 'b=" z" ;c', '"x"y', ' z', 'c']],
])('the secrets of a request to %s with %j', async (url, headers, expected) => {
  const found = await secretsOf({ request: requestFor(url, { headers }), session: newSession() });
  expect([...new Set([...found, ''])].toSorted()).toEqual([...new Set([...expected, ''])].toSorted());
});
