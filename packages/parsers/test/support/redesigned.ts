import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'parse5';
import { isOperation, type Operation, operations, PageError } from '../../src/index.js';
import { allExtras } from './breaches.js';
import { hashOf } from './redesigns/elements.js';
import { redesigns } from './redesigns/redesigns.js';
import { parseToChange } from './tree-copies.js';

/** A capture after one redesign. */
export interface RedesignedPage {
  /** `<operation>/<slug>, <redesign>` */
  name: string;
  operation: Operation;
  body: string;
}

/** The number of redesigns per capture, chosen by its name. Each redesign applies to hundreds of captures in total. */
const redesignsOfEach = 5;

/** The HTML captures of a folder, `<operation>/<slug>/page.html`, each after some of the redesigns. */
export function redesignedPages(folder: string): RedesignedPage[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('page.html'))
    .sort()
    .flatMap((file) => redesignsOf(file.split(/[\\/]/), readFileSync(join(folder, file), 'utf8')));
}

function redesignsOf([operation, slug]: readonly string[], text: string): RedesignedPage[] {
  if (!isOperation(operation)) throw new Error(`${operation} is not an operation`);
  return chosenFor(`${operation}/${slug}`).flatMap((name) => {
    const document = parseToChange(text);
    const isChanged = redesigns[name]!(document);
    return isChanged ? [{ name: `${operation}/${slug}, ${name}`, operation, body: serialize(document) }] : [];
  });
}

function chosenFor(page: string): string[] {
  const order = (name: string): number => hashOf(`${page} ${name}`);
  return Object.keys(redesigns)
    .sort((a, b) => order(a) - order(b))
    .slice(0, redesignsOfEach);
}

/** Digests of the readings by the name of the page. */
export type RecordedRedesigned = Readonly<Record<string, string>>;

/** The names of pages whose readings differ from the recorded ones. Pages without a record are left out. */
export function changedAmong(pages: readonly RedesignedPage[], recorded: RecordedRedesigned): string[] {
  const known = pages.filter(({ name }) => recorded[name] !== undefined);
  return known.filter((page) => readingOf(page) !== recorded[page.name]).map(({ name }) => name);
}

/** A digest of the whole result with all extras, or of the error. */
export function readingOf({ operation, body }: Pick<RedesignedPage, 'operation' | 'body'>): string {
  const read = (): unknown => {
    try {
      return operations[operation](body, allExtras({ operation }));
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
      return { state: error.state, message: error.message, details: error.details };
    }
  };
  return createHash('sha256').update(JSON.stringify(read())).digest('hex').slice(0, 8);
}
