import { isCountryCode, isoCountry, type Place } from '@svc/fetchers';
import { Command } from 'commander';
import { commandConfig } from '../api/asking/local.js';
import { openPlaces } from '../pages/fetching/open.js';
import { UsageError } from './command.js';
import { readCount } from './key-options.js';
import { tableOf } from './terminal/table.js';

interface FindOptions {
  limit: number;
  country?: string;
  type?: string;
  json?: true;
}

/** Looks places up, as `location` of a search understands them. */
export function findCommand(): Command {
  return new Command('find')
    .description('Look places up by name, best match first: what --location of a search takes.')
    .argument('<name...>', 'name of a place, or its beginning; a region and country may follow')
    .option('--limit <number>', 'how many at most', readCount, 10)
    .option('--country <code>', 'only places of this country, such as pt')
    .option('--type <type>', 'only places of this type, such as City, Region or Country')
    .option('--json', 'print JSON')
    .action(find);
}

async function find(words: readonly string[], { limit, country: code, type, json }: FindOptions): Promise<void> {
  if (code !== undefined && !isCountryCode(code)) throw new UsageError(`--country: "${code}" is no country code`);
  const country = code && isoCountry(code);
  const places = (await openPlaces(commandConfig())).find(words.join(' '), limit, { country, type });
  if (json) console.log(JSON.stringify(places, null, 2));
  else if (places.length > 0) console.log(placeTable(places));
  else console.error('No place of that name is known.');
}

function placeTable(places: readonly Place[]): string {
  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  return tableOf(
    places,
    [
      { head: 'PLACE', text: (place) => place.canonical_name, gives: true },
      { head: 'TYPE', text: (place) => place.target_type },
      { head: 'COUNTRY', text: (place) => place.country_code },
      { head: 'POPULATION', text: (place) => `${place.population ?? ''}` },
    ],
    width,
  );
}
