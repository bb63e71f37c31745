import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  isOperation,
  type Operation,
  operationNames,
  operations,
  PageError,
  type ParseOptions,
} from '../../src/index.js';
import { allExtras } from './breaches.js';

/** A page or reply of an engine in the folder of `SVC_CORPUS`, with or without a label. */
export interface RealPage {
  /** The path without its suffix, for messages. This repository does not contain names of third-party pages. */
  name: string;
  /** Identifies the page, its operation and its query without containing them. */
  digest: string;
  body: Uint8Array;
  /** The operation of the page, if it is known. */
  operation: Operation | undefined;
  /** The query of the page, if the label has it. */
  query: string | undefined;
}

/**
 * The readings of a page by operation and for the labelled query (`asked`): a digest of the whole result with all
 * extras, or the state and a digest of the error if the page is rejected.
 */
export type Readings = Partial<Record<Operation | 'asked', string>>;

/** Readings by the digest of the page. */
export type RecordedReadings = Readonly<Record<string, Readings>>;

/** Bytes. Only their own parser reads larger pages, so that the test takes seconds. */
const maxBytesForAll = 300_000;

/** Pages end in `.html`, replies in `.txt` or `.json`; a label is `<page>.<what>.json`. */
const pageName = /^(?!.*\.\w+\.json$).*\.(?:html|txt|json)$/;

export function realPages(corpus: string): RealPage[] {
  const entries = readdirSync(corpus, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.parentPath !== corpus && pageName.test(entry.name));
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => realPage(corpus, file));
}

function realPage(corpus: string, file: string): RealPage {
  const stem = file.replace(/\.\w+$/, '');
  const name = relative(corpus, stem).split(sep).join('/');
  const label = `${stem}.truth.json`;
  const labelled: { operation?: string; query?: string | null } = existsSync(label)
    ? JSON.parse(readFileSync(label, 'utf8'))
    : { operation: name.split('/').at(-2)?.replace('-', '.') };
  const operation = isOperation(labelled.operation) ? labelled.operation : undefined;
  const query = labelled.query || undefined;
  const body = readFileSync(file);
  return { name, digest: digestOf(body, `${operation} ${query}`), body, operation, query };
}

/** The operation and options that a page is read with. */
interface Reader {
  name: keyof Readings;
  operation: Operation;
  options: ParseOptions;
}

export function readingsOf(page: RealPage): Readings {
  return Object.fromEntries(readersOf(page).map((reader) => [reader.name, reading(page, reader)]));
}

/**
 * The operations and options that a page is read with.
 *
 * @public `scripts/mutation/child.mjs` uses it for every mutant
 */
export function readersOf({ operation, query, body }: RealPage): Reader[] {
  const isForAll = operation === undefined || body.length <= maxBytesForAll;
  const names = isForAll ? operationNames : [operation];
  const readers: Reader[] = names.map((name) => ({ name, operation: name, options: allExtras({ operation: name }) }));
  if (operation !== undefined && query !== undefined) readers.push({ name: 'asked', operation, options: { query } });
  return readers;
}

/** The readings that differ from the recorded ones, and the number of pages with a record. */
export function changesOf(
  pages: readonly RealPage[],
  recorded: RecordedReadings,
): { changes: string[]; compared: number } {
  const known = pages.filter(({ digest }) => recorded[digest] !== undefined);
  return { changes: known.flatMap((page) => changesIn(page, recorded[page.digest] ?? {})), compared: known.length };
}

function changesIn(page: RealPage, before: Readings): string[] {
  const now = readingsOf(page);
  const readers = [...new Set([...Object.keys(before), ...Object.keys(now)])] as (keyof Readings)[];
  const changed = readers.filter((reader) => before[reader] !== now[reader]);
  return changed.map(
    (reader) => `${page.name}, ${reader}: ${before[reader] ?? 'not read'} → ${now[reader] ?? 'not read'}`,
  );
}

function reading({ body }: RealPage, { operation, options }: Reader): string {
  try {
    return digestOf(JSON.stringify(operations[operation](body, options)));
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const { state, message, details } = error;
    return `${state} ${digestOf(JSON.stringify({ message, details }))}`;
  }
}

function digestOf(content: string | Uint8Array, label = ''): string {
  return createHash('sha256').update(content).update(label).digest('hex').slice(0, 12);
}
