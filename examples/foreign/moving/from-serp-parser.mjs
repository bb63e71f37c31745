// Moving from serp-parser: the same page, read by both. `node from-serp-parser.mjs page.html`
import { readFile } from 'node:fs/promises';
import { parseAlphaSearch } from '@svc/parsers';
import serpParser from 'serp-parser';

const page = await readFile(process.argv[2] ?? 'page.html', 'utf8');

// Before. It throws where a class name is missing, or leaves rows out without a word.
const before = () =>
  new serpParser.GoogleSERP(page).serp.organic.map(({ position, url, title }) => ({ position, link: url, title }));

// After: `url` is `link`; a page that is none throws a PageError, whose `state` says what it is.
const after = () =>
  parseAlphaSearch(page).organic_results.map(({ position, link, title }) => ({ position, link, title }));

console.log(JSON.stringify({ before: attempt(before), after: attempt(after) }));

function attempt(read) {
  try {
    return read();
  } catch (error) {
    return error.state ?? error.message;
  }
}
