import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** What a folder stands for: saved pages, and those of captures. */
const pageName = /\.html?$|^page\.json$/i;

/**
 * Files that names stand for: a file for itself, a folder for every saved page below it, and a pattern with `*`, `**` and `?`
 * for what matches it, for shells that do not expand it themselves. Each once, in the order of the names.
 */
export async function pageFiles(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map(filesOf));
  return [...new Set(found.flat())];
}

async function filesOf(name: string): Promise<string[]> {
  const kind = await stat(name).catch(() => undefined); // what is not there may be a pattern, and is told when it is read
  if (kind?.isDirectory()) {
    const below = await readdir(name, { recursive: true });
    return below
      .filter((path) => pageName.test(path.slice(path.lastIndexOf(sep) + 1)))
      .sort()
      .map((path) => join(name, path));
  }
  return kind === undefined && /[*?]/.test(name) ? filesLike(name) : [name];
}

function filesLike(pattern: string): Promise<string[]> {
  const steps = pattern.split('/');
  const from = steps.findIndex((step) => /[*?]/.test(step));
  return filesBelow(steps.slice(0, from).join('/') || (pattern.startsWith('/') ? '/' : '.'), steps.slice(from));
}

/** The files below a folder whose path is like the steps of a pattern; `**` stands for any number of folders. */
async function filesBelow(folder: string, [step = '', ...rest]: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []; // nothing there is like the pattern
    throw error;
  });
  const into = entries.filter((entry) => entry.isDirectory() && (step === '**' || isLike(entry.name, step)));
  const deeper = into.map(({ name }) => filesBelow(join(folder, name), step === '**' ? [step, ...rest] : rest));
  const here =
    step === '**'
      ? await filesBelow(folder, rest)
      : entries
          .filter((entry) => entry.isFile() && rest.length === 0 && isLike(entry.name, step))
          .map(({ name }) => join(folder, name));
  return [...here, ...(rest.length === 0 && step !== '**' ? [] : (await Promise.all(deeper)).flat())].sort();
}

/** Whether a name is like one with `*` and `?`. Goes back to the last `*` only, which is enough. */
function isLike(name: string, pattern: string): boolean {
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

/** Kinds of files that people take for a page, by how they begin. */
const kinds: readonly (readonly [begins: string, is: string])[] = [
  ['\u001f\u008b', 'it is compressed with gzip; unpack it first'],
  ['%PDF-', 'it is a PDF; save the page as HTML'],
  ['From: ', 'it is an MHTML archive; save the page as HTML only'],
  ['MIME-Version: ', 'it is an MHTML archive; save the page as HTML only'],
  ['\u0089PNG', 'it is a picture; save the page as HTML'],
  ['\u00ff\u00d8\u00ff', 'it is a picture; save the page as HTML'],
];

/** A page is HTML, or JSON for suggestions; this much of it tells. */
const looked = 65_536;

/** Why what could not be read is no page at all; undefined where it may be one. */
export function whyNoPage(body: Buffer): string | undefined {
  const text = body.toString('latin1', 0, looked);
  const known = kinds.find(([begins]) => text.startsWith(begins));
  if (known !== undefined) return `This is no result page: ${known[1]}.`;
  if (text.trim() === '') return 'This is no result page: it is empty.';
  if (/<\/?[a-z!]/i.test(text) || /^\s*[[{)]/.test(text)) return undefined;
  const [line = ''] = body.toString('utf8', 0, looked).trimStart().split('\n', 1);
  const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  return `This is no result page: it begins with ${JSON.stringify(shown)} and has no HTML in it (nor JSON, as suggestions are).`;
}
