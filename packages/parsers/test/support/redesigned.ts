import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, serialize } from 'parse5';
import { isOperation, type Operation, operations, PageError } from '../../src/index.js';
import { allExtras } from './breaches.js';
import { hashOf } from './redesigns/elements.js';
import { redesigns } from './redesigns/redesigns.js';

/** A written capture after one redesign. */
export interface RedesignedPage {
  /** `<operation>/<slug>, <redesign>` */
  name: string;
  operation: Operation;
  body: string;
}

/** Each capture meets so many redesigns, drawn by its name: all together they meet every one hundreds of times. */
const redesignsOfEach = 5;

/** The HTML captures of a folder, `<operation>/<slug>/page.html`, after some of the redesigns each. */
export function redesignedPages(folder: string): RedesignedPage[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('page.html'))
    .sort()
    .flatMap((file) => redesignsOf(file.split(/[\\/]/), readFileSync(join(folder, file), 'utf8')));
}

function redesignsOf([operation, slug]: readonly string[], text: string): RedesignedPage[] {
  if (!isOperation(operation)) throw new Error(`${operation} is no operation`);
  return drawn(`${operation}/${slug}`).flatMap((name) => {
    const document = parse(text);
    const isChanged = redesigns[name]!(document);
    return isChanged ? [{ name: `${operation}/${slug}, ${name}`, operation, body: serialize(document) }] : [];
  });
}

function drawn(page: string): string[] {
  const order = (name: string): number => hashOf(`${page} ${name}`);
  return Object.keys(redesigns)
    .sort((a, b) => order(a) - order(b))
    .slice(0, redesignsOfEach);
}

/** Digests of what is read, by the name of the page. */
export type HeldRedesigned = Readonly<Record<string, string>>;

/** The pages that are read otherwise than held. One that is not held yet is none of them. */
export function changedAmong(pages: readonly RedesignedPage[], held: HeldRedesigned): string[] {
  const known = pages.filter(({ name }) => held[name] !== undefined);
  return known.filter((page) => readingOf(page) !== held[page.name]).map(({ name }) => name);
}

/** A digest of the whole result, with everything that can be included, or of the error. */
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
