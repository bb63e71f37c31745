// The packages that `svc` runs from, and a stamp that changes with any file that they are built from.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Folders of the packages, by name. */
const folders = {
  '@svc/parsers': 'packages/parsers',
  '@svc/fetchers': 'packages/fetchers',
  '@svc/server': 'packages/server',
  '@svc/fixtures': 'fixtures',
  '@svc/playground': 'packages/playground',
  '@svc/docs': 'packages/docs',
};

/** Folders of a package that are not part of its build. */
const unbuilt = new Set(['node_modules', '.turbo', '.work', 'test', 'pages', 'scripts', 'reports', 'api']);

const shared = ['pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json', 'package.json'];

/** Names of the packages to build. */
export function served() {
  return Object.keys(folders).filter((name) => existsSync(join(root, folders[name])));
}

/** Digest of path, size and time of every source file and, to detect other builds, of every built file. */
export function builtStamp() {
  const files = [...shared, ...served().flatMap((name) => filesBelow(folders[name]))];
  const lines = files.map((file) => {
    const { size, mtimeMs } = statSync(join(root, file));
    return `${file} ${size} ${mtimeMs}`;
  });
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return unbuilt.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
