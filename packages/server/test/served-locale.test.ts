import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '@svc/fetchers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { engineDefinitions } from '../src/operations/index.js';
import { doubtOf, requestedLocale, servedLocale } from '../src/pages/served-locale.js';
import { bytes, environment, key, pagesFolder } from './helpers/service.js';

const locale = (engine: 'alpha' | 'beta' | 'gamma', text: string, headers: Record<string, string> = {}) =>
  servedLocale(engineDefinitions[engine].locale, { body: bytes(text), headers });

describe('the language and country of a page', () => {
  it.each([
    ['<!doctype html><html lang="de">', { language: 'de' }],
    [
      '<html itemscope="" itemtype="http://schema.org/SearchResultsPage" lang="en-NG"><head>',
      { language: 'en', country: 'NG' },
    ],
    ['<HTML LANG=ja>', { language: 'ja' }],
    ["<html class='x' lang='pt-BR'>", { language: 'pt-BR' }],
    ['<html lang="zh-TW">', { language: 'zh-TW' }],
    ['<html data-lang="fr" lang="de-RU">', { language: 'de', country: 'RU' }],
    ['<html data-lang="fr">', {}],
    ['<html lang="no language at all">', { language: 'no' }],
    ['<html lang="x">', {}],
    ['<html><p lang="de">', {}],
    ['["tea",[]]', {}],
    ['', {}],
  ])('of alpha: %s', (text, expected) => {
    expect(locale('alpha', text)).toEqual(expected);
  });

  it.each([
    ['<html lang="en"><script>_G={Region:"AT",Lang:"de-DE",ST:1,Mkt:"de-AT",RevIpCC:"us"}', {}, 'de-DE', 'AT'],
    ['<html lang="en"><script>_G={ST:1,Mkt:"fr-CA",RTL:false}', {}, 'en', 'CA'],
    ['<html lang="zh">', { 'x-as-setsessionmarket': 'zh-CN', 'x-as-setsessionuilang': 'zh-cn' }, 'zh-cn', 'CN'],
    ['<html lang="sv">', {}, 'sv', undefined],
    ['<script>_G={Mkt:"?!"}', {}, undefined, undefined],
  ])('of beta: %s %o', (text, headers, language, country) => {
    expect(locale('beta', text, headers)).toEqual({ language, country });
  });

  it('of gamma: only the language', () => {
    expect(locale('gamma', '<html class="" lang="en-us">')).toEqual({ language: 'en-us' });
  });

  it('are only read at the beginning of the page', () => {
    expect(locale('gamma', `${' '.repeat(20_000)}<html lang="ja">`)).toEqual({});
  });
});

it.each([
  ['alpha', 'https://www.google.com/search?q=tea&gl=at&hl=de', {}, { language: 'de', country: 'at' }],
  ['alpha', 'https://www.google.com/search?q=hl', {}, {}],
  ['beta', 'https://www.bing.com/search?q=tea&mkt=de-AT&setlang=de-at', {}, { language: 'de-at', country: 'AT' }],
  ['beta', 'https://www.bing.com/search?q=tea&cc=ch', {}, { country: 'ch' }],
  ['gamma', 'https://search.brave.com/search?q=tea', { ui_lang: 'en-us' }, { language: 'en-us' }],
] as const)('the language and country requested from %s by %s', (engine, url, cookies, expected) => {
  expect(requestedLocale(engineDefinitions[engine].locale, { url, cookies })).toEqual(expected);
});

it.each([
  [{ language: 'de' }, { language: 'ja' }, 'wrong_language'],
  [{ language: 'de', country: 'at' }, { language: 'en', country: 'US' }, 'wrong_language'],
  [{ language: 'de', country: 'at' }, { language: 'de', country: 'DE' }, 'wrong_country'],
  [{ language: 'de-AT', country: 'at' }, { language: 'de', country: 'AT' }, undefined],
  [{ language: 'iw' }, { language: 'he' }, undefined],
  [{ language: 'nb' }, { language: 'no' }, undefined],
  [{ language: 'pt-BR' }, { language: 'pt-PT' }, undefined],
  [{ language: 'zh-TW' }, { language: 'zh-CN' }, 'wrong_language'],
  [{ language: 'zh-Hant' }, { language: 'zh-HK' }, undefined],
  [{ language: 'sr' }, { language: 'sr-Latn' }, undefined],
  [{}, { language: 'ja', country: 'JP' }, undefined],
  [{ language: 'de', country: 'at' }, {}, undefined],
  [{ language: 'de' }, { language: '??' }, undefined],
])('requested %o and served %o: %s', (requested, served, doubt) => {
  expect(doubtOf(requested, served)).toBe(doubt);
});

const page = readFileSync(join(pagesFolder, 'alpha.search/typical/page.html'), 'utf8');

/** A page of results in a language. */
const pageIn = (lang: string) => page.replace('lang="en"', `lang="${lang}"`);

describe('a page in another language than requested', () => {
  /** A service with one proxy per language, through which the engine serves that language. */
  async function searchThrough(languages: readonly string[]) {
    const usedExits: string[] = [];
    const adapter: Adapter = async ({ url }, { session }) => {
      const id = session.proxy!.id;
      usedExits.push(id);
      return { url, status: 200, headers: {}, body: bytes(pageIn(languages[Number(id.slice(6)) - 1]!)) };
    };
    const proxies = languages.map((_, index) => `http://127.0.0.${index + 1}:9`).join(',');
    const env = { ...environment, SVC_PROXIES: proxies, SVC_ADAPTER: 'http', SVC_ATTEMPTS: '3', SVC_PORT: '0' };
    const service = await startService(readConfig(env), { adapter });
    onTestFinished(() => service.stop());
    const search = async () => {
      const answer = await fetch(`${service.address}/api/v1/alpha/search?include=diagnostics,metadata`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query: 'how to descale a kettle', hl: 'de' }),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { diagnostics: { pages: object[] }; metadata: { attempts: number } };
    };
    return { search, usedExits, metrics: async () => (await fetch(`${service.address}/metrics`)).text() };
  }

  it('is fetched again through another exit, shown in diagnostics and counted', async () => {
    const { search, usedExits, metrics } = await searchThrough(['ja', 'ja', 'ja', 'ja']);
    const first = await search();
    expect(first.metadata.attempts).toBe(2);
    expect(first.diagnostics.pages[0]).toMatchObject({ language: 'ja', doubt: 'wrong_language' });
    expect(new Set(usedExits).size).toBe(2);
    expect(await metrics()).toMatch(/^svc_doubtful_pages_total\{operation="alpha.search",doubt="wrong_language"\} 2$/m);
    // All exits serve the same language, so pages are fetched once, apart from trials at growing intervals.
    await expect.poll(async () => (await search()).metadata.attempts).toBe(1);
  });

  it('is not returned if another exit serves the right language', async () => {
    const { search } = await searchThrough(['ja', 'de', 'de', 'de', 'de']);
    for (let count = 0; count < 8; count += 1) {
      const [first] = (await search()).diagnostics.pages;
      expect(first).toMatchObject({ language: 'de' });
      expect(first).not.toHaveProperty('doubt');
    }
  });
});
