import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createPageCleaner } from '../captures/clean-page.js';
import { type CaptureMeta, createCaptureWriter, haveSameParams, paramsForMatching } from '../captures/writer.js';
import { callOrWarn, FetchError } from '../errors.js';
import { assertKnownOptions, type OptionNames } from '../known-options.js';
import type { Adapter, PageRequest, RawPage } from '../types.js';

/** Options of `recordAdapter`. */
export interface RecordAdapterOptions {
  /** The adapter that fetches the pages. */
  adapter: Adapter;
  /** The folder to write to. Each page gets a folder in `<folder>/<operation>/`, in the format of `replayAdapter`. */
  folder: string;
  /** Secrets that the adapter itself sends, such as an API key, in addition to those of the session. @default none */
  secrets?: readonly string[] | undefined;
  /** Called if a page could not be written. The error's message may contain words of the query. @default ignored */
  onFault?: ((error: unknown) => void) | undefined;
}

const recordOptionNames: OptionNames<RecordAdapterOptions> = {
  ...{ adapter: true, folder: true, secrets: true, onFault: true },
};

/**
 * Fetches pages with another adapter and records each in a folder with `page.*` and `meta.json`. Whatever identifies the client is
 * replaced: secrets of the session, the proxy, the addresses and `secrets`, in every encoding; IP addresses; e-mail addresses. A
 * page may still contain personal names, so review it before publishing. Fetches do not wait for the disk; `close` does.
 */
export function recordAdapter(options: RecordAdapterOptions): Adapter {
  assertKnownOptions(options, recordOptionNames);
  const { adapter, folder, secrets = [], onFault = () => {} } = options;
  const write = createCaptureWriter(folder);
  const writing = new Set<Promise<void>>();
  const cleaner = createPageCleaner(secrets);
  const fetchPage = cleaner.watch(adapter);
  const recording: Adapter = async (request, context) => {
    const page = await fetchPage(request, context);
    const kept = cleaner
      .clean(request, page)
      .then((clean) => write(clean.request, clean.page, { session: context.session }))
      .catch((error: unknown) => callOrWarn('onFault', () => onFault(error)))
      .finally(() => writing.delete(kept));
    writing.add(kept);
    return page;
  };
  if (fetchPage.supportsProfile) recording.supportsProfile = fetchPage.supportsProfile;
  recording.close = async () => {
    await fetchPage.close?.();
    await Promise.all(writing);
  };
  return recording;
}

/** Options of `replayAdapter`. */
export interface ReplayAdapterOptions {
  /** The folder to read. Every folder below it that contains `meta.json` and `page.*` is a captured page. */
  folder: string;
}

const replayOptionNames: OptionNames<ReplayAdapterOptions> = { folder: true };

interface StoredCapture {
  folder: string;
  file: string;
  meta: CaptureMeta;
}

/** Prefix of the slugs of typical pages. */
const usual = 'typical';

/**
 * Returns captured pages, without a network. A page matches if operation, query (ignoring case and surrounding spaces) and page
 * number are equal, and its parameters too if the capture lists them. Of several, captures that list parameters come first, then
 * status 200, then slugs that start with `typical`, then the latest. The folder is read once, at the first request. Throws a
 * `FetchError`: `no_capture` if no page matches, `misconfigured` if the folder cannot be read or a `meta.json` is incomplete.
 */
export function replayAdapter(options: ReplayAdapterOptions): Adapter {
  assertKnownOptions(options, replayOptionNames);
  const { folder } = options;
  let captures: Promise<StoredCapture[]> | undefined;
  return async (request, { signal, session }) => {
    captures ??= findCaptures(folder);
    captures.catch(() => {
      captures = undefined; // so that the next request sees a corrected folder
    });
    const capture = chooseCapture(await captures, request, paramsForMatching(request, session));
    signal.throwIfAborted();
    if (capture !== undefined) return readPage(capture, request);
    throw new FetchError('no_capture', `There is no captured page of ${request.operation} that answers this request`);
  };
}

function chooseCapture(
  captures: readonly StoredCapture[],
  request: PageRequest,
  params: Params,
): StoredCapture | undefined {
  const { operation, query, page } = request;
  const answers = captures.filter(({ meta }) => {
    const isAsked =
      meta.operation === operation && (meta.page ?? 1) === page && queryKey(meta.query) === queryKey(query);
    return isAsked && (meta.params === undefined || haveSameParams(meta.params, params));
  });
  return answers.sort(byPreference)[0];
}

type Params = Readonly<Record<string, string>>;

/** Criteria for the best capture, most important first. The latest comes first among equals. */
const preferences: readonly ((capture: StoredCapture) => boolean)[] = [
  ({ meta }) => meta.params !== undefined,
  ({ meta: { status = 200 } }) => status < 300,
  ({ folder }) => basename(folder).startsWith(usual),
];

function byPreference(first: StoredCapture, second: StoredCapture): number {
  const preference = preferences.find((has) => has(first) !== has(second));
  if (preference !== undefined) return preference(first) ? -1 : 1;
  return timeOf(second) - timeOf(first);
}

function timeOf({ meta: { captured = '' } }: StoredCapture): number {
  return Date.parse(captured) || 0;
}

function queryKey(query: string): string {
  return query.trim().toLowerCase();
}

async function readPage({ folder, file, meta }: StoredCapture, request: PageRequest): Promise<RawPage> {
  const body = await readFile(join(folder, file));
  const { url = request.url, status = 200, headers = {} } = meta;
  return { url, status, headers, body };
}

/** All captures in a folder and below it, sorted by path. */
async function findCaptures(folder: string): Promise<StoredCapture[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new FetchError('misconfigured', 'The folder of captured pages cannot be read', { cause });
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const file = names.find((name) => /^page\.[a-z]+$/.test(name));
  if (file !== undefined && names.includes('meta.json')) {
    return [{ folder, file, meta: readMeta(await readFile(join(folder, 'meta.json'), 'utf8'), folder) }];
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(folders.sort().map((name) => findCaptures(join(folder, name))));
  return found.flat();
}

function readMeta(text: string, folder: string): CaptureMeta {
  const meta = parsed(text) as Partial<CaptureMeta> | null | undefined;
  if (typeof meta?.operation === 'string' && typeof meta.query === 'string') return meta as CaptureMeta;
  const where = basename(folder);
  throw new FetchError('misconfigured', `The meta.json of the captured page "${where}" names no operation and query`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller reports the error
  }
}
