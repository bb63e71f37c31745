import { describe, expect, it } from 'vitest';
import {
  countries,
  findCountry,
  isCountryCode,
  isLanguageCode,
  isMarketCode,
  languages,
} from '../src/places/countries.js';

describe('countries', () => {
  it('are the 249 of ISO 3166-1 and Kosovo, by English name', () => {
    const list = countries();
    expect(list).toHaveLength(250);
    expect(list[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
    expect(list).toContainEqual({ code: 'CI', name: 'Côte d’Ivoire' });
    expect(list.every(({ code, name }) => /^[A-Z]{2}$/.test(code) && name !== code)).toBe(true);
  });

  it.each(['DE', 'de', 'Us', 'uk', 'GB', 'xk'])('have the code %s', (code) => {
    expect(isCountryCode(code)).toBe(true);
  });

  it.each(['', 'XX', 'EU', 'SU', 'USA', 'd', 'D€', 'Germany', 'ıt', 'ﬁ'])('do not have the code %j', (code) => {
    expect(isCountryCode(code)).toBe(false);
  });

  it.each([
    ['USA', 'US'],
    ['u.s.a.', 'US'],
    ['uk', 'GB'],
    ['Great Britain', 'GB'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ["Cote d'Ivoire", 'CI'],
    ['Österreich', 'AT'],
    ['España', 'ES'],
    ['Россия', 'RU'],
    ['日本', 'JP'],
    ['the Netherlands', 'NL'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Swaziland', 'SZ'],
    ['Atlantis', undefined],
    ['', undefined],
  ])('are found by name: %s', (text, code) => {
    expect(findCountry(text)).toBe(code);
  });
});

describe('languages', () => {
  it('are listed by English name', () => {
    const list = languages();
    expect(list).toContainEqual({ code: 'pt-BR', name: 'Brazilian Portuguese' });
    expect(list).toContainEqual({ code: 'es-419', name: 'Latin American Spanish' });
    expect(list.every(({ code, name }) => isLanguageCode(code) && name !== code)).toBe(true);
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
  });

  it.each(['de', 'DE', 'iw', 'he', 'nb', 'fil', 'pt-BR', 'pt-br', 'zh-TW', 'zh-Hant', 'es-419', 'de-AT', 'en-uk'])(
    'have the code %s',
    (code) => {
      expect(isLanguageCode(code)).toBe(true);
    },
  );

  it.each(['', 'xx', 'd', 'deu', 'german', 'de_AT', 'de-XX', 'xx-AT', 'de-', 'de-AT-x', 'es-420'])(
    'do not have the code %j',
    (code) => {
      expect(isLanguageCode(code)).toBe(false);
    },
  );
});

describe('markets', () => {
  it.each([
    ['en-US', true],
    ['EN-us', true],
    ['zh-HK', true],
    ['fil-PH', true],
    ['sr-Latn-RS', true],
    ['es-XL', true],
    ['es-XM', false],
    ['en', false],
    ['en-XX', false],
    ['xx-US', false],
    ['en_US', false],
    ['en-US-x', false],
  ])('%s: %s', (code, expected) => {
    expect(isMarketCode(code)).toBe(expected);
  });
});
