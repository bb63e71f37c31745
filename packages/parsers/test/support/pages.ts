import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOperation, operations, type Parser } from '../../src/index.js';

/** A saved page and its parser. */
export interface SavedPage {
  /** `<folder>/<slug>` */
  name: string;
  operation: string;
  parse: Parser;
  text: string;
}

/** The HTML pages among the captures of a folder: `<operation>/<slug>/page.html`. */
export function readCaptures(folder: string): SavedPage[] {
  return foldersIn(folder).flatMap((operation) =>
    foldersIn(join(folder, operation)).flatMap((slug) =>
      readSaved(`${operation}/${slug}`, operation, join(folder, operation, slug, 'page.html')),
    ),
  );
}

/** The bodies of all captures of a folder, pages and replies: `<operation>/<slug>/page.<format>`. */
export function readBodies(folder: string): SavedPage[] {
  return foldersIn(folder).flatMap((operation) =>
    foldersIn(join(folder, operation)).flatMap((slug) =>
      namesIn(join(folder, operation, slug), ({ name }) => name.startsWith('page.')).flatMap((name) =>
        readSaved(`${operation}/${slug}`, operation, join(folder, operation, slug, name)),
      ),
    ),
  );
}

/** The HTML pages of a labelled corpus: `<folder>/<slug>.html` beside `<slug>.truth.json`, which names the operation. */
export function readLabelled(folder: string): SavedPage[] {
  return foldersIn(folder).flatMap((group) =>
    namesIn(join(folder, group), (entry) => entry.name.endsWith('.truth.json')).flatMap((label) => {
      const slug = basename(label, '.truth.json');
      const { operation } = JSON.parse(readFileSync(join(folder, group, label), 'utf8')) as { operation: string };
      return readSaved(`${group}/${slug}`, operation, join(folder, group, `${slug}.html`));
    }),
  );
}

function readSaved(name: string, operation: string, file: string): SavedPage[] {
  if (!isOperation(operation) || !existsSync(file)) return [];
  return [{ name, operation, parse: operations[operation], text: readFileSync(file, 'utf8') }];
}

function foldersIn(folder: string): string[] {
  return namesIn(folder, (entry) => entry.isDirectory());
}

function namesIn(folder: string, test: (entry: Dirent) => boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(test);
  return entries.map(({ name }) => name).sort();
}
