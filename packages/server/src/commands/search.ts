import { Argument, Command } from 'commander';
import type { SearchResponse } from '../api/asking/local.js';
import { withAdvice } from './advice.js';
import { addSearchClientFlags, openSearchClient, type SearchClientOptions } from './asking-options.js';
import { CommandError, runUntilInterrupted, UsageError } from './command.js';
import { offerValues } from './offered-values.js';
import { endpointNamed, endpointNames } from './operations.js';
import { addOutputFlags, type OutputOptions, printAnswer } from './output.js';
import { addParameterFlags, parametersFromFlags } from './parameter-flags.js';
import { addExtractFlags, type ExtractOptions, extractFromFlags, viewFromFlags } from './view-options.js';

/** Searches in this process or by asking a service. */
export function searchCommand(): Command {
  const search = new Command('search')
    .description('Search and print the results as a table.')
    .addArgument(offerValues(new Argument('<operation>', endpointNames.join(', ')), { values: endpointNames }))
    .argument('<query...>', 'the query; several words need no quotes')
    .addHelpText('after', examples)
    .action(run);
  return addParameterFlags(addExtractFlags(addSearchClientFlags(addOutputFlags(search))));
}

const examples = `
Examples:
  svc search alpha.search how do tides work --gl pt --num 20
  svc search gamma.search espresso --url http://127.0.0.1:8080 --json
  svc search beta.search espresso --markdown --snippet-chars 120 --extract 2
  SVC_ADAPTER=http svc search beta.search espresso --csv > espresso.csv`;

type SearchOptions = SearchClientOptions & OutputOptions & ExtractOptions & Readonly<Record<string, unknown>>;

async function run(operation: string, words: readonly string[], options: SearchOptions): Promise<void> {
  const endpoint = endpointNamed(operation);
  const body = { query: words.join(' '), ...parametersFromFlags(options) };
  viewFromFlags(options); // throws before anything is fetched
  const extract = extractFromFlags(options);
  const answered = await runUntilInterrupted(async (signal) => {
    const client = await openSearchClient(options);
    try {
      return await client.search({ endpoint, body, include: options.include ?? [], extract }, signal);
    } finally {
      await client.close();
    }
  });
  if (answered.isSimulated) console.error('Simulated: the results are generated, without requests to the engines.');
  if (answered.status !== 200) throw errorOf(answered);
  printAnswer(answered.body, options);
}

/** The error of a failed search, with advice and its code. A fault of the request is one of the command line. */
function errorOf({ status, body }: SearchResponse): Error {
  const { detail = 'The service answered with an error.', code = `status ${status}` } = body;
  const message = `${withAdvice(detail, code)} (${code})`;
  return status === 400 ? new UsageError(message) : new CommandError(message);
}
