// Moving from serp-parser: both parse the same page. `node from-serp-parser.mjs page.html`
import { readFile } from 'node:fs/promises';
import { parseAlphaSearch } from '@svc/parsers';
import serpParser from 'serp-parser';

const page = await readFile(process.argv[2] ?? 'page.html', 'utf8');

// Before. It throws if a class name is missing, or silently omits rows.
const before = () =>
  new serpParser.GoogleSERP(page).serp.organic.map(({ position, url, title }) => ({ position, link: url, title }));

// After: `url` is `link`; a page without results throws a PageError, whose `state` states the reason.
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
