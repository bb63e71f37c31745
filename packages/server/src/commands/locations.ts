import { extname } from 'node:path';
import { isCountryCode, type Place, toIsoCountryCode } from '@svc/fetchers';
import { Command } from 'commander';
import { commandConfig } from '../api/asking/local.js';
import { codeOf } from '../errors/reasons.js';
import { openPlaces } from '../pages/fetching/open.js';
import { CommandError, UsageError } from './command.js';
import { parsePositiveInteger } from './key-options.js';
import { createProgressLine } from './terminal/progress.js';
import { formatTable } from './terminal/tables.js';

const packedEnd = '.places';

/** Looks up places, and manages the list of places. */
export function locationsCommand(): Command {
  return new Command('locations')
    .description('Look up places, and manage the list of places.')
    .addCommand(locationsFindCommand())
    .addCommand(importCommand());
}

function importCommand(): Command {
  return new Command('import')
    .description(
      'Convert the list of places that alpha publishes ("geo targets") to a form that the service loads in a second. ' +
        'Name the result in SVC_PLACES_FILE.',
    )
    .argument('<csv>', 'the list as downloaded')
    .option('--to <file>', `where to write the result; the name must end with ${packedEnd} (default: beside the list)`)
    .action(
      async (
        csv: string,
        { to = `${csv.slice(0, csv.length - extname(csv).length)}${packedEnd}` }: LocationsOptions,
      ) => {
        if (extname(to) !== packedEnd) throw new CommandError(`The name of the file must end with ${packedEnd}: ${to}`);
        if (extname(csv) === packedEnd) throw new CommandError(`${csv} has already been imported`);
        const rows = await importTo(to, csv);
        console.log(`${rows} rows imported. Start the service with SVC_PLACES_FILE=${to}`);
      },
    );
}

interface LocationsOptions {
  to?: string;
}

/** Imports the list and returns the number of its rows. Throws a `CommandError` if it is not such a list. */
async function importTo(to: string, csv: string): Promise<number> {
  let count = 0;
  const progress = createProgressLine(process.stderr);
  try {
    const { importPlaces } = await import('@svc/fetchers');
    await importPlaces(csv, {
      saveAs: to,
      onRows(rows) {
        count = rows;
        progress.show(`${rows} rows`);
      },
    });
    return count;
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message);
    if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error;
    throw new CommandError(`The list could not be read or written (${codeOf(error)})`);
  } finally {
    progress.end();
  }
}

interface FindOptions {
  limit: number;
  country?: string;
  type?: string;
  json?: true;
}

/** Looks up places as `location` of a search does. */
export function locationsFindCommand(): Command {
  return new Command('find')
    .description('Look up places by name, best match first, for --location of a search.')
    .argument('<name...>', 'name of a place or its beginning; region and country may follow')
    .option('--limit <number>', 'maximum number of places', parsePositiveInteger, 10)
    .option('--country <code>', 'only places of this country, such as pt')
    .option('--type <type>', 'only places of this type, such as City, Region or Country')
    .option('--json', 'print JSON')
    .action(find);
}

async function find(words: readonly string[], { limit, country: code, type, json }: FindOptions): Promise<void> {
  if (code !== undefined && !isCountryCode(code)) throw new UsageError(`--country: "${code}" is not a country code`);
  const country = code && toIsoCountryCode(code);
  const places = (await openPlaces(commandConfig())).find(words.join(' '), limit, { country, type });
  if (json) console.log(JSON.stringify(places, null, 2));
  else if (places.length > 0) console.log(placeTable(places));
  else console.error('No place with this name is known.');
}

function placeTable(places: readonly Place[]): string {
  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  return formatTable(
    places,
    [
      { head: 'PLACE', text: (place) => place.canonical_name, shrinks: true },
      { head: 'TYPE', text: (place) => place.target_type },
      { head: 'COUNTRY', text: (place) => place.country_code },
      { head: 'POPULATION', text: (place) => `${place.population ?? ''}` },
    ],
    width,
  );
}
