import { bareKey, distinct, fold, groupBy, hash, toRecord } from './text.mjs';
import { shortRegionNames, writtenRegionNames } from './written.mjs';

/** Where ids of regions start of which GeoNames' own is not known: above all of its. */
const firstId = 10_000_000_000;

/** First-level divisions, by country and the code of GeoNames: `DE.02`. */
export function readRegions(sources, countries) {
  const { regionNames, regionsDb } = sources;
  const described = new Map();
  for (const [code, { regions }] of Object.entries(regionsDb)) {
    for (const region of regions) described.set(`${code}.${region.admin}`, region);
  }
  const records = new Map();
  for (const [code, name] of regionNames) {
    const country = countries.get(code.slice(0, 2));
    if (country === undefined) continue;
    records.set(code, toRegion({ code, name: withoutBrackets(name), country, region: described.get(code) }, sources));
  }
  withOneIdEach(records);
  return records;
}

function toRegion({ code, name, country, region }, { subdivisions, englishSubdivisions }) {
  const iso = region?.iso && `${country.country}-${region.iso}`;
  const english = iso && englishSubdivisions[iso.toLowerCase().replace('-', '')];
  const native = (subdivisions.get(iso) ?? '').split(/[/[(]/)[0].trim();
  const own = distinct([native].filter(isName), [name]);
  const other = distinct(
    [english, region?.name, ...Object.values(region?.names ?? {})].filter(isName).map(withoutBrackets),
    [name, ...own],
    bareKey,
  );
  own.push(...writtenRegionNames(code));
  const codes = [region?.iso, code.slice(3)].filter((text) => /^[A-Z]{2,3}$/.test(text ?? ''));
  const id = region?.reference.geonames ?? firstId + hash(code);
  const names = { own, other, codes: [...new Set([...codes, ...shortRegionNames(code)])] };
  return toRecord({ id, parent: country.id, country: country.country, type: 'Region', name, names });
}

function isName(text) {
  return typeof text === 'string' && fold(text).length > 1 && !/\d/.test(text);
}

/** Without an abbreviation in brackets. */
function withoutBrackets(name) {
  return name.replace(/ \(.*\)$/, '');
}

/** Two regions of one id are a mistake of the source: neither keeps it. */
function withOneIdEach(records) {
  for (const group of groupBy([...records], ([, { id }]) => id).values()) {
    if (group.length === 1) continue;
    for (const [code, record] of group) record.id = firstId + hash(code);
  }
}
