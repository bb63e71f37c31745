import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CaptureMeta } from '../captures.js';
import { FetchError } from '../errors.js';
import type { Adapter, PageRequest, RawPage } from '../types.js';

/** Where the replay adapter finds its pages. */
export interface ReplayAdapterOptions {
  /** A folder; every folder at any depth below it that holds a `meta.json` and a `page.*` is a captured page. */
  folder: string;
}

interface Capture {
  folder: string;
  file: string;
  meta: CaptureMeta;
}

/** A page whose slug starts so shows what is usual, and answers queries that no page was captured for. */
const usual = 'typical';

/**
 * Answers from captured pages, without a network. The page is that of the same operation, query (case and space
 * around it ignored) and page number, first of all one whose slug starts with `typical`; else, for page 1, such a one of
 * another query. Folders are read once, when first asked. A fetch throws a `FetchError` with code `no_capture` where there is none.
 */
export function replayAdapter({ folder }: ReplayAdapterOptions): Adapter {
  let captures: Promise<Capture[]> | undefined;
  return async (request, { signal }) => {
    captures ??= findCaptures(folder);
    const capture = chooseCapture(await captures, request);
    signal.throwIfAborted();
    if (capture === undefined) throw new FetchError('no_capture', `There is no captured page of ${request.operation}`);
    return readPage(capture, request);
  };
}

function chooseCapture(captures: readonly Capture[], { operation, query, page }: PageRequest): Capture | undefined {
  const candidates = captures.filter(({ meta }) => meta.operation === operation && (meta.page ?? 1) === page);
  const sameQuery = candidates.filter(({ meta }) => queryKey(meta.query) === queryKey(query));
  const exact = sameQuery.find(isUsual) ?? sameQuery[0];
  return exact ?? (page === 1 ? candidates.find(isUsual) : undefined);
}

function isUsual({ folder }: Capture): boolean {
  return basename(folder).startsWith(usual);
}

function queryKey(query: string): string {
  return query.trim().toLowerCase();
}

async function readPage({ folder, file, meta }: Capture, request: PageRequest): Promise<RawPage> {
  const body = await readFile(join(folder, file));
  const { url = request.url, status = 200, headers = {} } = meta;
  return { url, status, headers, body };
}

/** Every capture at or below a folder, in the order of their paths. */
async function findCaptures(folder: string): Promise<Capture[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const file = names.find((name) => /^page\.[a-z]+$/.test(name));
  if (file !== undefined && names.includes('meta.json')) {
    return [{ folder, file, meta: JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8')) as CaptureMeta }];
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(folders.sort().map((name) => findCaptures(join(folder, name))));
  return found.flat();
}
