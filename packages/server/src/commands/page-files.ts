import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Files of a folder that are read: saved pages and those of captures. */
const pageName = /\.html?$|^page\.json$/i;

/**
 * Expands names to files: a folder to every saved page below it, and a pattern with `*`, `**` and `?` to what it matches, for
 * shells that do not expand patterns. Each file once, in the order of the names.
 */
export async function expandPagePaths(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map(filesOf));
  return [...new Set(found.flat())];
}

async function filesOf(name: string): Promise<string[]> {
  const kind = await stat(name).catch(() => undefined); // it may be a pattern; otherwise reading it fails
  if (kind?.isDirectory()) {
    const below = await readdir(name, { recursive: true });
    return below
      .filter((path) => pageName.test(path.slice(path.lastIndexOf(sep) + 1)))
      .sort()
      .map((path) => join(name, path));
  }
  return kind === undefined && /[*?]/.test(name) ? filesMatching(name) : [name];
}

function filesMatching(pattern: string): Promise<string[]> {
  const steps = pattern.split('/');
  const from = steps.findIndex((step) => /[*?]/.test(step));
  return filesBelow(steps.slice(0, from).join('/') || (pattern.startsWith('/') ? '/' : '.'), steps.slice(from));
}

/** The files below a folder whose path matches the steps of a pattern; `**` matches any number of folders. */
async function filesBelow(folder: string, [step = '', ...rest]: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []; // nothing matches
    throw error;
  });
  const into = entries.filter((entry) => entry.isDirectory() && (step === '**' || matches(entry.name, step)));
  const deeper = into.map(({ name }) => filesBelow(join(folder, name), step === '**' ? [step, ...rest] : rest));
  const here =
    step === '**'
      ? await filesBelow(folder, rest)
      : entries
          .filter((entry) => entry.isFile() && rest.length === 0 && matches(entry.name, step))
          .map(({ name }) => join(folder, name));
  return [...here, ...(rest.length === 0 && step !== '**' ? [] : (await Promise.all(deeper)).flat())].sort();
}

/** Whether a name matches a pattern with `*` and `?`. It suffices to backtrack to the last `*`. */
function matches(name: string, pattern: string): boolean {
  let [at, next, star, taken] = [0, 0, -1, 0];
  while (at < name.length) {
    const wanted = pattern[next];
    if (wanted === '*') [star, taken, next] = [next, at, next + 1];
    else if (wanted === '?' || wanted === name[at]) [at, next] = [at + 1, next + 1];
    else if (star < 0) return false;
    else [taken, at, next] = [taken + 1, taken + 1, star + 1];
  }
  return /^\**$/.test(pattern.slice(next));
}

/** Files that are often mistaken for a page, by their first characters. */
const kinds: readonly (readonly [begins: string, is: string])[] = [
  ['\u001f\u008b', 'it is compressed with gzip; unpack it first'],
  ['%PDF-', 'it is a PDF; save the page as HTML'],
  ['From: ', 'it is an MHTML archive; save the page as HTML only'],
  ['MIME-Version: ', 'it is an MHTML archive; save the page as HTML only'],
  ['\u0089PNG', 'it is an image; save the page as HTML'],
  ['\u00ff\u00d8\u00ff', 'it is an image; save the page as HTML'],
];

/** Bytes that show whether a file is a page: HTML, or JSON for suggestions. */
const looked = 65_536;

/** Why a file that could not be parsed is not a page at all; undefined if it may be one. */
export function reasonNotAPage(body: Buffer): string | undefined {
  const text = body.toString('latin1', 0, looked);
  const known = kinds.find(([begins]) => text.startsWith(begins));
  if (known !== undefined) return `This is not a result page: ${known[1]}.`;
  if (text.trim() === '') return 'This is not a result page: it is empty.';
  if (/<\/?[a-z!]/i.test(text) || /^\s*[[{)]/.test(text)) return undefined;
  const [line = ''] = body.toString('utf8', 0, looked).trimStart().split('\n', 1);
  const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  return `This is not a result page: it begins with ${JSON.stringify(shown)} and contains neither HTML nor the JSON of suggestions.`;
}
