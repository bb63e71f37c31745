import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the playground, ready to be served. */
export interface Asset {
  /** Path below that of the playground: `''` for the page itself, `assets/…` for its assets. */
  path: string;
  bytes: Buffer;
  /** Content type, content security policy and cache lifetime. */
  headers: Readonly<Record<string, string>>;
}

/** Folder of the built files. */
export const assetsFolder: string = fileURLToPath(new URL('./web', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page loads nothing from other hosts and runs only its own scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The frame shows pages of other sites: with their own styles, but without scripts, and unable to load or send
 * anything.
 */
const framePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ');

const policies: Readonly<Record<string, string>> = { 'index.html': policy, 'frame.html': framePolicy };

/** Reads all files of the playground. */
export async function readAssets(): Promise<Asset[]> {
  const entries = await readdir(assetsFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  return Promise.all(files.map((file) => assetAt(file)));
}

async function assetAt(file: string): Promise<Asset> {
  const name = file.slice(assetsFolder.length + 1).replaceAll('\\', '/');
  return { path: name === 'index.html' ? '' : name, bytes: await readFile(file), headers: headersOf(name) };
}

/** Names below `assets/` contain a hash of the content, so that a file with a given name never changes. */
function headersOf(name: string): Record<string, string> {
  const contentPolicy = policies[name];
  return {
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(contentPolicy !== undefined && { 'content-security-policy': contentPolicy, 'referrer-policy': 'same-origin' }),
  };
}
