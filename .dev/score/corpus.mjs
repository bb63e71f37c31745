// The labelled pages beside this checkout, each with a digest that names the page without quoting it: the pages are
// other people's, so neither their text nor their file names are kept in this repository.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const labelSuffixes = ['.truth.json', '.blocks.json'];
const pageSuffixes = ['.html', '.json', '.txt'];

/**
 * Digest of page and label by kind of label and page name: `{ '.truth.json': Map { 'alpha-search/slug' => '3f…' }, … }`.
 * A page whose label was changed has another digest, and so counts as a new page.
 */
export function readDigests(corpus) {
  const digests = Object.fromEntries(labelSuffixes.map((suffix) => [suffix, new Map()]));
  for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
    const suffix = labelSuffixes.find((end) => entry.name.endsWith(end));
    if (!entry.isFile() || !suffix) continue;
    const stem = join(entry.parentPath, entry.name.slice(0, -suffix.length));
    digests[suffix].set(`${basename(entry.parentPath)}/${basename(stem)}`, digestOf(stem, suffix));
  }
  return digests;
}

function digestOf(stem, labelSuffix) {
  const page = pageSuffixes.map((suffix) => stem + suffix).find((file) => existsSync(file));
  return createHash('sha256')
    .update(readFileSync(page))
    .update(readFileSync(stem + labelSuffix))
    .digest('hex')
    .slice(0, 16);
}
