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
