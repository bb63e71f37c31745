import { countryAliases, countries as listed } from '../../dist/places-data.js';
import { distinct, groupBy, toRecord } from './text.mjs';

/** Where ids of countries start, as in the engine's own list: 2000 and the number of ISO 3166-1. */
const firstId = 2_000;
/** Languages whose names of countries are understood beside those of the country. */
const languages =
  'ar bg bn ca cs da de el es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv ta th tr uk ur ' +
  'vi zh zh-Hant';

/** Countries that have places, by code. */
export function readCountries({ rows, iso, languagesOf }) {
  const inhabited = groupBy(rows, ({ country }) => country);
  const records = listed()
    .filter(({ code }) => inhabited.has(code) && iso.alpha2ToNumeric(code) !== undefined)
    .map(({ code, name }) => {
      const english = [...displayNames(code, ['en']), ...isoNames(iso, code), ...countryAliases(code)];
      const own = distinct([...english, ...displayNames(code, languagesOf.get(code) ?? [])], [name]);
      const other = distinct(displayNames(code, languages.split(' ')), [name, ...own]);
      const names = { own, other, codes: [code, iso.alpha2ToAlpha3(code), ...(code === 'GB' ? ['UK'] : [])] };
      const id = firstId + Number(iso.alpha2ToNumeric(code));
      return toRecord({ id, parent: null, country: code, type: 'Country', name, names });
    });
  return new Map(records.map((record) => [record.country, record]));
}

function displayNames(code, wanted) {
  const known = wanted.filter((language) => Intl.DisplayNames.supportedLocalesOf(language).length > 0);
  return known.flatMap((language) =>
    ['long', 'short'].map((style) => new Intl.DisplayNames(language, { type: 'region', style }).of(code)),
  );
}

function isoNames(iso, code) {
  return iso.getName(code, 'en', { select: 'all' }) ?? [];
}
