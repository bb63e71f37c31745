import { extname } from 'node:path';
import { Command } from 'commander';
import { codeOf } from '../errors/reasons.js';
import { CommandError } from './command.js';
import { findCommand } from './locations-find.js';
import { progressOn } from './terminal/progress.js';

const packedEnd = '.places';

/** Manages the list of places that the service looks up. */
export function locationsCommand(): Command {
  return new Command('locations')
    .description('Look places up, and manage the list of them.')
    .addCommand(findCommand())
    .addCommand(importCommand());
}

function importCommand(): Command {
  return new Command('import')
    .description(
      'Read the list of places that alpha publishes ("geo targets") and write it in a form that a service reads in a ' +
        'second: SVC_PLACES_FILE is then to name it.',
    )
    .argument('<csv>', 'the list, as it was downloaded')
    .option('--to <file>', `where to write it, a name that ends with ${packedEnd} (default: beside the list)`)
    .action(
      async (
        csv: string,
        { to = `${csv.slice(0, csv.length - extname(csv).length)}${packedEnd}` }: LocationsOptions,
      ) => {
        if (extname(to) !== packedEnd) throw new CommandError(`The name of the file must end with ${packedEnd}: ${to}`);
        if (extname(csv) === packedEnd) throw new CommandError(`${csv} has been imported already`);
        const rows = await importTo(to, csv);
        console.log(`${rows} rows were read. Start the service with SVC_PLACES_FILE=${to}`);
      },
    );
}

interface LocationsOptions {
  to?: string;
}

/** Imports the list; how many rows it has. Throws a `CommandError` where it is no such list. */
async function importTo(to: string, csv: string): Promise<number> {
  let count = 0;
  const progress = progressOn(process.stderr);
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
