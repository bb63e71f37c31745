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

/** A page or reply of an engine in the folder that `SVC_CORPUS` names, labelled or not. */
export interface RealPage {
  /** Path without its suffix, for messages: names of other people's pages are not kept in this repository. */
  name: string;
  /** Names the page and what was asked without quoting either. */
  digest: string;
  body: Uint8Array;
  /** What the page answers, where that is known. */
  operation: Operation | undefined;
  /** The query that was asked, where the label has it. */
  query: string | undefined;
}

/**
 * What is read of a page, by operation and for the labelled query (`asked`): a digest of the whole result with
 * everything that can be included; for a page that is refused the state in words, then a digest of the error.
 */
export type Readings = Partial<Record<Operation | 'asked', string>>;

/** Readings by the digest of the page. */
export type HeldReadings = Readonly<Record<string, Readings>>;

/** Bytes. Larger pages are read by the parser that they are for alone, which keeps the whole within seconds. */
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
  const said: { operation?: string; query?: string | null } = existsSync(label)
    ? JSON.parse(readFileSync(label, 'utf8'))
    : { operation: name.split('/').at(-2)?.replace('-', '.') };
  const operation = isOperation(said.operation) ? said.operation : undefined;
  const query = said.query || undefined;
  const body = readFileSync(file);
  return { name, digest: digestOf(body, `${operation} ${query}`), body, operation, query };
}

/** How a page is read: by whom, with what. */
interface Reader {
  name: keyof Readings;
  operation: Operation;
  options: ParseOptions;
}

export function readingsOf(page: RealPage): Readings {
  return Object.fromEntries(readersOf(page).map((reader) => [reader.name, reading(page, reader)]));
}

/**
 * By whom a page is read, with what.
 *
 * @public `scripts/mutation/child.mjs` reads it so with every mutant
 */
export function readersOf({ operation, query, body }: RealPage): Reader[] {
  const isForAll = operation === undefined || body.length <= maxBytesForAll;
  const names = isForAll ? operationNames : [operation];
  const readers: Reader[] = names.map((name) => ({ name, operation: name, options: allExtras({ operation: name }) }));
  if (operation !== undefined && query !== undefined) readers.push({ name: 'asked', operation, options: { query } });
  return readers;
}

/** What is read of each page otherwise than it is held, and how many of the pages are held. */
export function changesOf(pages: readonly RealPage[], held: HeldReadings): { changes: string[]; compared: number } {
  const known = pages.filter(({ digest }) => held[digest] !== undefined);
  return { changes: known.flatMap((page) => changesIn(page, held[page.digest] ?? {})), compared: known.length };
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
