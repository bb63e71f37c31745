import { Command } from 'commander';
import { type AskingOptions, addAskingFlags } from './asking-options.js';
import { runBatch } from './batch-run.js';
import { readWork } from './batch-work.js';
import { CommandError, UsageError } from './command.js';
import { readCount } from './key-options.js';
import { endpointNamed } from './operations.js';

/** Runs many searches from a file, and goes on where an earlier run ended. */
export function batchCommand(): Command {
  const batch = new Command('batch')
    .description(
      'Run the searches of a file, and write their answers as lines of JSON. Run again, it goes on where it ended.',
    )
    .argument(
      '<file>',
      'searches: lines of JSON ({"id","operation","query",…}), or CSV with such a head; - for standard input',
    )
    .option('--operation <operation>', 'operation of searches that name none')
    .option('--out <file>', 'file of the answers (default: <file> with .results.ndjson at its end)')
    .option(
      '--concurrency <number>',
      'searches at once in this process; a service decides that by itself',
      readCount,
      4,
    )
    .addHelpText('after', examples)
    .action(run);
  return addAskingFlags(batch);
}

const examples = `
Each answer is a line {"id","status","body"}, where status and body are what the endpoint answers, errors included. Searches that
failed for a reason that may pass are made again by the next run. Exit code: 0 where every search has an answer, else 1.

Examples:
  svc batch queries.csv --operation alpha.search
  svc batch searches.ndjson --url http://127.0.0.1:8080 --out answers.ndjson`;

interface Options extends AskingOptions {
  operation?: string;
  out?: string;
  concurrency: number;
}

async function run(file: string, options: Options): Promise<void> {
  const { operation, out = file === '-' ? undefined : `${file}.results.ndjson`, concurrency } = options;
  if (out === undefined) throw new UsageError('svc batch: searches from standard input need --out <file>');
  const work = await readWork(file, operation === undefined ? undefined : endpointNamed(operation));
  const { done, failed, skipped } = await runBatch(work, { out, concurrency, asking: options });
  const before = skipped > 0 ? `, ${skipped} were answered before` : '';
  console.error(`${done} answered, ${failed} failed${before}; the answers are in ${out}`);
  if (failed > 0) throw new CommandError('Run the same command again for those that failed.');
}
