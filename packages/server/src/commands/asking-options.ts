import { parseUrl } from '@svc/fetchers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SearchClient } from '../api/asking/local.js';
import { commandConfig, createLocalClient } from '../api/asking/local.js';
import { createRemoteClient, type RemoteService } from '../api/asking/remote.js';
import { isLoopback } from '../config/listening.js';
import { extraNames } from '../operations/extras.js';
import { offerValues } from './offered-values.js';
import { quickStartKeyFile, readQuickStartKey } from './quick-start.js';

/** Which service a command asks, and for what. */
export interface SearchClientOptions {
  url?: URL;
  key?: string;
  include?: string[];
}

/** Adds the flags of `SearchClientOptions`. */
export function addSearchClientFlags(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'send requests to the service at this address (default: fetch in this process with SVC_ADAPTER)',
      readUrl,
    )
    .addOption(new Option('--key <key>', 'API key for that service').env('SVC_KEY'))
    .addOption(
      offerValues(
        new Option('--include <names>', 'comma-separated extras of the response: blocks,elements,rich,metadata …'),
        { values: extraNames, isList: true },
      ).argParser(readNames),
    );
}

/** Opens a client that searches in this process or asks a service. */
export async function openSearchClient(options: SearchClientOptions): Promise<SearchClient> {
  const service = await resolveRemoteService(options);
  return service === undefined
    ? createLocalClient(commandConfig(), (message) => console.error(message))
    : createRemoteClient(service);
}

/** The service to ask; undefined if this process searches itself. */
export async function resolveRemoteService({ url, key }: SearchClientOptions): Promise<RemoteService | undefined> {
  if (url === undefined) return undefined;
  const known = key ?? (isLoopback(url.hostname) ? await readQuickStartKey(quickStartKeyFile()) : undefined);
  return { url, key: known };
}

function readUrl(text: string): URL {
  const url = parseUrl(text);
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8080.');
}

function readNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
