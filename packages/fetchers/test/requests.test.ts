import { describe, expect, it } from 'vitest';
import {
  alphaAutocompleteRequest,
  alphaNewsRequest,
  alphaSearchRequest,
  alphaVideosRequest,
} from '../src/requests/alpha.js';
import { betaSearchRequest } from '../src/requests/beta.js';
import { gammaSearchRequest } from '../src/requests/gamma.js';
import type { PageRequest } from '../src/types.js';

function parametersOf({ url }: PageRequest): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

describe('every request', () => {
  it.each([
    ['alpha.search', alphaSearchRequest, 'https://www.google.com/search?'],
    ['alpha.news', alphaNewsRequest, 'https://www.google.com/search?'],
    ['alpha.videos', alphaVideosRequest, 'https://www.google.com/search?'],
    ['alpha.autocomplete', alphaAutocompleteRequest, 'https://www.google.com/complete/search?'],
    ['beta.search', betaSearchRequest, 'https://www.bing.com/search?'],
    ['gamma.search', gammaSearchRequest, 'https://search.brave.com/search?'],
  ])('of %s has the fields of its operation', (operation, build, address) => {
    const request = build({ query: 'tea' });
    expect(request).toMatchObject({ operation, query: 'tea', page: 1, engine: operation.split('.')[0] });
    expect(request.url.startsWith(address)).toBe(true);
    expect(request.headers['accept-language']).toBe('en-US,en;q=0.9');
  });

  const builders = [alphaSearchRequest, alphaNewsRequest, alphaVideosRequest, betaSearchRequest, gammaSearchRequest];

  it.each([undefined, '', ' \n', 5, ['tea']])('is refused with the query %j', (query) => {
    const message = `query must be a string with words, not ${JSON.stringify(query)}`;
    for (const build of [...builders, alphaAutocompleteRequest])
      expect(() => build({ query: query as string })).toThrow(new TypeError(message));
  });

  it.each([0, -1, 1.5, Number.NaN, '2', null])('is refused with the page %j', (page) => {
    const message = `page must be an integer of at least 1, not ${JSON.stringify(page)}`;
    for (const build of builders)
      expect(() => build({ query: 'tea', page: page as number })).toThrow(new RangeError(message));
  });

  it('is plain data', () => {
    const request = betaSearchRequest({ query: 'tea', coordinates: { lat: 1, lon: 2 } });
    expect(structuredClone(request)).toEqual(request);
  });

  it('keeps the query unchanged', () => {
    const query = ' site:example.com "50% & more" +ü #1 ';
    for (const build of [alphaSearchRequest, alphaAutocompleteRequest, betaSearchRequest, gammaSearchRequest]) {
      expect(parametersOf(build({ query })).q).toBe(query);
    }
  });
});

describe('alpha', () => {
  it('requests the first page without an offset or a number of rows', () => {
    expect(parametersOf(alphaSearchRequest({ query: 'tea', page: 1 }))).toEqual({ q: 'tea', ie: 'utf8', oe: 'utf8' });
  });

  it.each([
    [2, '10'],
    [40, '390'],
  ])('requests page %i from row %s', (page, start) => {
    expect(parametersOf(alphaNewsRequest({ query: 'tea', page }))).toMatchObject({ start });
  });

  it('requests a tab', () => {
    expect(parametersOf(alphaNewsRequest({ query: 'tea' })).tbm).toBe('nws');
    expect(parametersOf(alphaVideosRequest({ query: 'tea' })).tbm).toBe('vid');
  });

  it('passes on filters and place', () => {
    const request = alphaSearchRequest({ query: 'tea', tbs: 'qdr:w,sbd:1', uule: 'w+CAIQICIBQQ' });
    expect(parametersOf(request)).toMatchObject({ tbs: 'qdr:w,sbd:1', uule: 'w+CAIQICIBQQ' });
    expect(request.url).toContain('uule=w%2BCAIQICIBQQ');
  });

  it.each([
    [{ gl: 'AT', hl: 'de' }, { gl: 'at', hl: 'de' }, 'de-AT,de;q=0.9'],
    [{ gl: 'uk', hl: 'en' }, { gl: 'gb', hl: 'en' }, 'en-GB,en;q=0.9'],
    [{ gl: 'jp' }, { gl: 'jp' }, 'ja-JP,ja;q=0.9'],
    [{ hl: 'fr' }, { hl: 'fr' }, 'fr'],
    [{ gl: 'us', hl: 'PT-br' }, { gl: 'us', hl: 'pt-BR' }, 'pt-BR,pt;q=0.9'],
    [{ hl: 'es-419' }, { hl: 'es-419' }, 'es-419,es;q=0.9'],
    [{ hl: 'he' }, { hl: 'iw' }, 'he'],
    [{ hl: 'nb' }, { hl: 'no' }, 'nb'],
    [{ hl: 'zh-Hant' }, { hl: 'zh-TW' }, 'zh-TW,zh;q=0.9'],
  ])('sends the locale %o', (locale, parameters, language) => {
    const request = alphaSearchRequest({ query: 'tea', ...locale });
    expect(parametersOf(request)).toMatchObject(parameters);
    expect(request.headers['accept-language']).toBe(language);
  });

  it('sends the country of the place if no other is given, and keeps the language', () => {
    const request = alphaSearchRequest({ query: 'tea', placeCountry: 'PT' });
    expect(parametersOf(request).gl).toBe('pt');
    expect(request.country).toBe('pt');
    expect(request.headers['accept-language']).toBe('en-US,en;q=0.9');
    expect(parametersOf(alphaSearchRequest({ query: 'tea', placeCountry: 'PT', gl: 'es' })).gl).toBe('es');
  });

  it('sends the cookies of consent', () => {
    expect(alphaSearchRequest({ query: 'tea' }).cookies).toEqual({ CONSENT: 'YES+', SOCS: 'CAI' });
  });
});

describe('alpha.autocomplete', () => {
  it('requests suggestions as plain text in UTF-8', () => {
    const expected = { q: 'tea', client: 'chrome', ie: 'UTF-8', oe: 'UTF-8' };
    expect(parametersOf(alphaAutocompleteRequest({ query: 'tea' }))).toEqual(expected);
  });

  it.each([
    [0, undefined],
    [2, '2'],
    [9, '3'],
  ])('with the caret at %i sends %s', (cp, sent) => {
    expect(parametersOf(alphaAutocompleteRequest({ query: 'tea', cp })).cp).toBe(sent);
  });
});

describe('beta', () => {
  it.each([
    [1, undefined, undefined],
    [2, '11', 'PERE'],
    [3, '21', 'PERE1'],
    [5, '41', 'PERE3'],
  ])('requests page %i from row %s', (page, first, form) => {
    const { first: sentFirst, FORM } = parametersOf(betaSearchRequest({ query: 'tea', page }));
    expect([sentFirst, FORM]).toEqual([first, form]);
  });

  it('computes the offset from the requested page size', () => {
    expect(parametersOf(betaSearchRequest({ query: 'tea', page: 3, num: 20 }))).toMatchObject({
      count: '20',
      first: '41',
    });
  });

  it('sends a market as mkt, setlang and Accept-Language', () => {
    const request = betaSearchRequest({ query: 'tea', mkt: 'de-at' });
    expect(parametersOf(request)).toMatchObject({ mkt: 'de-AT', setlang: 'de-at' });
    expect(request.headers['accept-language']).toBe('de-AT,de;q=0.9');
  });

  it.each([
    ['DE', 'de', 'de-DE,de;q=0.9'],
    ['uk', 'gb', 'en-GB,en;q=0.9'],
  ])('sends the country %s and its language', (cc, sent, language) => {
    const request = betaSearchRequest({ query: 'tea', cc });
    expect(parametersOf(request).cc).toBe(sent);
    expect(request.country).toBe(sent);
    expect(request.headers['accept-language']).toBe(language);
  });

  it.each(['pt-br', 'zh-tw'])('sends setlang in the language of the market: %s', (mkt) => {
    expect(parametersOf(betaSearchRequest({ query: 'tea', mkt })).setlang).toBe(mkt);
  });

  it('sends the country of the place if no other is given, and keeps the language', () => {
    const request = betaSearchRequest({ query: 'tea', placeCountry: 'PT' });
    expect(parametersOf(request).cc).toBe('pt');
    expect(request.country).toBe('pt');
    expect(request.headers['accept-language']).toBe('en-US,en;q=0.9');
    expect(parametersOf(betaSearchRequest({ query: 'tea', placeCountry: 'PT', cc: 'es' })).cc).toBe('es');
    expect(parametersOf(betaSearchRequest({ query: 'tea', placeCountry: 'PT', mkt: 'es-ES' })).cc).toBeUndefined();
  });

  it('sends the place in the cookie of the engine', () => {
    const coordinates = { lat: 47.5, lon: -122.25 };
    const { cookies } = betaSearchRequest({ query: 'tea', coordinates, placeName: 'Seattle, Washington' });
    expect(cookies).toEqual({ USRLOC: 'HS=1&ELOC=LAT=47.5|LON=-122.25|N=Seattle%2C%20Washington|ELT=4|' });
    const unnamed = betaSearchRequest({ query: 'tea', coordinates });
    expect(unnamed.cookies).toEqual({ USRLOC: 'HS=1&ELOC=LAT=47.5|LON=-122.25|N=|ELT=4|' });
    expect(betaSearchRequest({ query: 'tea' }).cookies).toEqual({});
  });

  it('has the country of the market if no other is given', () => {
    expect(betaSearchRequest({ query: 'tea', mkt: 'de-AT', placeCountry: 'PT' }).country).toBe('at');
    expect(betaSearchRequest({ query: 'tea', mkt: 'de-AT', cc: 'ch' }).country).toBe('ch');
  });
});

describe('gamma', () => {
  it.each([
    [1, undefined],
    [2, '1'],
    [10, '9'],
  ])('requests page %i with offset %s', (page, offset) => {
    expect(parametersOf(gammaSearchRequest({ query: 'tea', page })).offset).toBe(offset);
  });

  it('disables spelling correction and the detection of the location', () => {
    const request = gammaSearchRequest({ query: 'tea' });
    expect(parametersOf(request)).toEqual({ q: 'tea', source: 'web', spellcheck: '0' });
    expect(request.cookies).toMatchObject({ country: 'all', useLocation: '0' });
    expect(request.headers).not.toHaveProperty('accept-encoding');
  });
});

describe('optional fields', () => {
  it.each([
    [{ safe: true }, { safe: 'active' }],
    [{ safe: false }, { safe: 'off' }],
    [
      { lr: 'lang_de|lang_fr', cr: 'countryAT' },
      { lr: 'lang_de|lang_fr', cr: 'countryAT' },
    ],
    [
      { nfpr: true, filter: false },
      { nfpr: '1', filter: '0' },
    ],
    [{ nfpr: 0, filter: 1 } as const, { nfpr: '0', filter: '1' }],
  ])('are sent to alpha: %o', (params, sent) => {
    for (const build of [alphaSearchRequest, alphaNewsRequest, alphaVideosRequest]) {
      expect(parametersOf(build({ query: 'tea', tbs: 'qdr:d', ...params }))).toMatchObject({ ...sent, tbs: 'qdr:d' });
    }
  });

  it.each([
    [true, 'strict', 'STRICT'],
    [false, 'off', 'OFF'],
  ])('include safe for beta, as a parameter and a cookie: %s', (safe, adlt, cookie) => {
    const request = betaSearchRequest({ query: 'tea', safe, coordinates: { lat: 1, lon: 2 } });
    expect(parametersOf(request)).toMatchObject({ adlt });
    expect(request.cookies).toMatchObject({ SRCHHPGUSR: `ADLT=${cookie}`, USRLOC: expect.any(String) });
  });

  it.each([
    ['day', 'ex1:"ez1"'],
    ['week', 'ex1:"ez2"'],
    ['month', 'ex1:"ez3"'],
    ['year', 'ex1:"ez5_20014_20379"'],
  ] as const)('include freshness for beta: a %s', (freshness, filters) => {
    const now = Date.UTC(2025, 9, 18, 23);
    expect(parametersOf(betaSearchRequest({ query: 'tea', freshness, now }))).toMatchObject({ filters });
  });

  it.each([
    [true, 'strict'],
    [false, 'off'],
  ])('include safe for gamma, as a cookie: %s', (safe, safesearch) => {
    expect(gammaSearchRequest({ query: 'tea', safe }).cookies).toMatchObject({ safesearch, useLocation: '0' });
    expect(gammaSearchRequest({ query: 'tea' }).cookies).not.toHaveProperty('safesearch');
  });

  it.each([
    ['day', 'pd'],
    ['week', 'pw'],
    ['month', 'pm'],
    ['year', 'py'],
  ] as const)('include freshness for gamma: a %s', (freshness, tf) => {
    expect(parametersOf(gammaSearchRequest({ query: 'tea', freshness }))).toMatchObject({ tf });
  });

  it('are omitted if they are not given', () => {
    expect(parametersOf(betaSearchRequest({ query: 'tea' }))).toEqual({ q: 'tea' });
    expect(betaSearchRequest({ query: 'tea' }).cookies).toEqual({});
    expect(parametersOf(gammaSearchRequest({ query: 'tea' }))).not.toHaveProperty('tf');
  });
});
