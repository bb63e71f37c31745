// The labelled pages beside this checkout, each with a digest that identifies it without quoting it: the pages belong
// to others, so neither their text nor their file names are stored in this repository.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const labelSuffixes = ['.truth.json', '.blocks.json'];
const pageSuffixes = ['.html', '.json', '.txt'];

/**
 * Digests of page and label by kind of label and page name, as in
 * `{ '.truth.json': Map { 'alpha-search/slug' => '3f…' }, … }`. A page with a changed label has another digest, and so
 * counts as a new page.
 */
export function readDigests(corpus) {
  return Object.fromEntries(
    labelSuffixes.map((suffix) => [
      suffix,
      new Map([...stemsOf(corpus, suffix)].map(([name, stem]) => [name, digestOf(stem, suffix)])),
    ]),
  );
}

/** Path of each labelled page without its suffix, by the name used in reports of the referees. */
export function stemsOf(corpus, suffix) {
  const entries = readdirSync(corpus, { recursive: true, withFileTypes: true });
  const labels = entries.filter((entry) => entry.isFile() && entry.name.endsWith(suffix));
  const stems = labels.map((entry) => join(entry.parentPath, entry.name.slice(0, -suffix.length)));
  return new Map(stems.map((stem) => [`${basename(dirname(stem))}/${basename(stem)}`, stem]));
}

function digestOf(stem, labelSuffix) {
  const page = pageSuffixes.map((suffix) => stem + suffix).find((file) => existsSync(file));
  return createHash('sha256')
    .update(readFileSync(page))
    .update(readFileSync(stem + labelSuffix))
    .digest('hex')
    .slice(0, 16);
}
