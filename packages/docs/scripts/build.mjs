// Generates the pages from openapi.json, builds all pages, and collects the hashes of inline scripts for the
// Content-Security-Policy.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { build } from 'vitepress';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = new URL('../dist/pages/', import.meta.url);
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>(.+?)<\/script>/gs;

rmSync(new URL('../dist/', import.meta.url), { recursive: true, force: true });
await writePages();
await build(root);

const scripts = readdirSync(pages, { recursive: true })
  .filter((file) => file.endsWith('.html'))
  .flatMap((file) =>
    [...readFileSync(new URL(file, pages), 'utf8').matchAll(inlineScript)].map(([, script]) => script),
  );
const hashes = [...new Set(scripts)].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);
const policy = [
  "default-src 'none'",
  `script-src 'self' ${hashes.join(' ')}`,
  // Syntax highlighting uses style attributes.
  // The theme adds a style element while it switches between light and dark, so that nothing fades.
  "style-src 'self' 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
writeFileSync(new URL('../dist/policy.json', import.meta.url), `${JSON.stringify({ policy })}\n`);

/** Writes the reference pages beside the guides before the build, as the search index reads files. */
async function writePages() {
  const outfile = fileURLToPath(new URL('../.work/reference/all-pages.mjs', import.meta.url));
  const entry = fileURLToPath(new URL('../src/reference/all-pages.ts', import.meta.url));
  await bundle({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  const { allReferencePages } = await import(outfile);
  const spec = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'));
  for (const folder of ['reference', 'errors']) {
    rmSync(new URL(`../${folder}/`, import.meta.url), { recursive: true, force: true });
    mkdirSync(new URL(`../${folder}/`, import.meta.url));
  }
  for (const { path, markdown } of allReferencePages(spec))
    writeFileSync(new URL(`../${path}.md`, import.meta.url), `${markdown}\n`);
}
