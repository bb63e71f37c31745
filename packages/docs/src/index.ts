import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the reference or the guides, ready to be served. */
export interface Asset {
  /** Path below the root of the service: `docs/`, `docs/guides/quick-start`, `docs/assets/…`. */
  path: string;
  bytes: Buffer;
  /** Content type, content security policy and cache lifetime. */
  headers: Readonly<Record<string, string>>;
}

const folder = fileURLToPath(new URL('./pages/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Reads all pages and their assets. A page has two paths, with `.html` and without. */
export async function readAssets(): Promise<Asset[]> {
  const policy = await readPolicy();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)), headers: headersOf(name, policy) })),
  );
  return files.flatMap(({ name, ...file }) => pathsOf(name).map((path) => ({ path, ...file })));
}

/** The `Content-Security-Policy` of the pages, which allows only their own files and scripts. */
async function readPolicy(): Promise<string> {
  return JSON.parse(await readFile(new URL('./policy.json', import.meta.url), 'utf8')).policy;
}

function pathsOf(name: string): string[] {
  if (name === 'index.html') return ['docs', 'docs/'];
  return name.endsWith('.html') ? [`docs/${name}`, `docs/${name.slice(0, -'.html'.length)}`] : [`docs/${name}`];
}

/** Names below `assets/` contain a hash of the content, so that a file with a given name never changes. */
function headersOf(name: string, policy: string): Record<string, string> {
  return {
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(name.endsWith('.html') && { 'content-security-policy': policy }),
  };
}
