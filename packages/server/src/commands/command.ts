import { parsedAddress } from '@svc/fetchers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SearchClient } from '../api/asking/local.js';
import { askHere, commandConfig } from '../api/asking/local.js';
import { askThere, type RemoteService } from '../api/asking/remote.js';
import { isLoopback } from '../config/listening.js';
import type { Endpoint } from '../operations/endpoint.js';
import { endpoints } from '../operations/index.js';
import { namesNear } from '../operations/request/nearest.js';
import { quickStartFile, readQuickStartKey } from './quick-start.js';

/** Creates a command of `svc` with its arguments and options. */
type MakeCommand = () => Command;

/** A command as help lists it. Its code is loaded only when it is called, so that `svc` starts quickly. */
export interface CommandEntry {
  readonly name: string;
  readonly alias?: string;
  /** One line of help. */
  readonly summary: string;
  load(): Promise<MakeCommand>;
}

/** A command failed for a reason that the user can fix; the message says what happened and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command was called with an invalid argument or flag. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes: done, failed, wrong usage, interrupted by Ctrl-C. */
export const exitCodes = { done: 0, failed: 1, wrongCall: 2, interrupted: 130 } as const;

/** Names of the operations, for help. */
export const operationNames: readonly string[] = endpoints.map(({ name }) => name);

/** The endpoint of an operation. Throws a `UsageError` that lists the operations. */
export function endpointNamed(name: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (found !== undefined) return found;
  const [meant] = namesNear(name, operationNames);
  const advice = meant === undefined ? `the operations are ${operationNames.join(', ')}` : `did you mean ${meant}?`;
  throw new UsageError(`svc: no operation "${name}"; ${advice}`);
}

/** A command was ended by Ctrl-C or SIGTERM. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs work that Ctrl-C aborts; a second Ctrl-C ends the process at once. Rejects with an `Interrupted` once the work has
 * cleaned up.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>, advice = ''): Promise<T> {
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort(new Interrupted(advice));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await work(abort.signal);
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** Which service a command asks, and for what. */
export interface AskingOptions {
  url?: URL;
  key?: string;
  include?: string[];
}

/** Adds the flags of `AskingOptions`. */
export function addAskingFlags(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'send requests to the service at this address (default: fetch in this process with SVC_ADAPTER)',
      readUrl,
    )
    .addOption(new Option('--key <key>', 'API key for that service').env('SVC_KEY'))
    .option('--include <names>', 'comma-separated extras of the response: blocks,elements,rich,metadata …', readNames);
}

/** Opens a client that searches in this process or asks a service. */
export async function openSearchClient(options: AskingOptions): Promise<SearchClient> {
  const service = await serviceOf(options);
  return service === undefined ? askHere(commandConfig(), (message) => console.error(message)) : askThere(service);
}

/** The service to ask; undefined if this process searches itself. */
export async function serviceOf({ url, key }: AskingOptions): Promise<RemoteService | undefined> {
  if (url === undefined) return undefined;
  const known = key ?? (isLoopback(url.hostname) ? await readQuickStartKey(quickStartFile()) : undefined);
  return { url, key: known };
}

function readUrl(text: string): URL {
  const url = parsedAddress(text);
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8080.');
}

function readNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
