import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './documents.js';

const captures = join(root, 'fixtures/pages');

const searches = [
  { id: 'a', operation: 'gamma.search', query: 'how do tides work' },
  { id: 'b', operation: 'beta.search', query: 'new moon' },
];

/** Packages that a reader has after `npm install`, each with the folder in the repository where it is installed. */
const installed = [
  ...['parsers', 'fetchers', 'server', 'client', 'docs', 'playground'].map((name) => [
    `@svc/${name}`,
    `packages/${name}`,
  ]),
  ['@svc/fixtures', 'fixtures'],
  ['vitest', 'packages/docs/node_modules/vitest'],
  ['playwright-core', 'packages/fetchers/node_modules/playwright-core'],
  ['impit', 'packages/fetchers/node_modules/impit'],
] as const;

/** Files that the documents assume. */
const files = [
  ['saved.html', 'beta.search/mobile/page.html'],
  ['seen/beta.search/march', 'beta.search/typical'],
  ['seen/beta.search/july', 'beta.search/mobile'],
  ['beta.search/typical', 'beta.search/typical'],
  ['beta.search/mobile', 'beta.search/mobile'],
] as const;

/**
 * Creates a folder like that of a reader, with the installed packages and a few saved pages.
 *
 * @param operation operation of `page.html`
 */
export function makeWorkspace(operation = 'alpha.search'): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-blocks-'));
  for (const [name, place] of installed) link(join(root, place), join(folder, 'node_modules', name));
  for (const [name, capture] of files) cpSync(join(captures, capture), join(folder, name), { recursive: true });
  cpSync(pageOf(operation), join(folder, 'page.html'));
  cpSync(join(root, 'packages/fetchers/examples/unblockers/json.json'), join(folder, 'unblocker.json'));
  writeFileSync(join(folder, 'searches.ndjson'), searches.map((search) => `${JSON.stringify(search)}\n`).join(''));
  writeFileSync(join(folder, 'queries.csv'), 'query\nhow do tides work\nnew moon\n');
  breakExpectation(folder);
  return folder;
}

function pageOf(operation: string): string {
  const pages = ['page.html', 'page.json'].map((file) => join(captures, operation, 'typical', file));
  return pages.find((page) => existsSync(page)) ?? join(captures, 'alpha.search/typical/page.html');
}

function link(target: string, path: string): void {
  if (!existsSync(target)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'dir');
}

/** Changes an expected result so that it does not match its page, as shown in the documents. */
function breakExpectation(folder: string): void {
  const file = join(folder, 'beta.search/typical/expected.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Clint Yeastwood', 'Doughlene'));
}
