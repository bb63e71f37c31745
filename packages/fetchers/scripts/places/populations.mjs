import { readFileSync } from 'node:fs';

/** Columns of a row, see `src/places/place-list.ts`. */
const column = { depth: 0, name: 2, type: 3, population: 6, country: 10 };

/**
 * Rows with the people of countries and regions. Countries: Unicode CLDR (`territoryInfo`). Regions:
 * `written-populations.tsv`, a line for each: code of the country, name, people by a census or an official estimate of 2011
 * to 2023. Those of other regions are not known: the sum of the cities that are listed would be far too low.
 */
export function withPopulations(rows, { supplemental }) {
  const lines = readFileSync(new URL('written-populations.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const regions = new Map(lines.map((line) => line.split(/\t(?=\d+$)/)));
  let country = '';
  const peopled = rows.map((row) => {
    if (row[column.depth] === '0') country = row[column.country];
    if (row[column.type] === 'Country') {
      return row.with(column.population, supplemental.territoryInfo[country]?._population ?? '');
    }
    if (row[column.type] !== 'Region') return row;
    const key = `${country}\t${row[column.name]}`;
    const people = regions.get(key) ?? '';
    regions.delete(key);
    return row.with(column.population, people);
  });
  if (regions.size > 0) throw new Error(`No such region: ${[...regions.keys()].join(', ')}`);
  return peopled;
}
