import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spec } from '../../.vitepress/spec.js';
import { referencePages } from '../../src/reference/pages.js';

/** Root folder of the repository. */
export const root: string = fileURLToPath(new URL('../../../../', import.meta.url));

/** A document as readers see it. */
export interface Document {
  path: string;
  markdown: string;
  /** The operation that it describes, if any. */
  operation?: string;
}

/** All documents with commands: READMEs, guides, the reference and documents for contributors. */
export function documents(): Document[] {
  return [...files(), ...reference()];
}

function reference(): Document[] {
  return referencePages(spec).map(({ slug, title, markdown }) => ({
    path: `reference/${slug}`,
    markdown,
    operation: title.replace(/^parse\./, ''),
  }));
}

function files(): Document[] {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  const guides = markdownOf('packages/docs/guides');
  const readmes = ['.', 'fixtures', ...packages, 'packages/server/deploy'].map((folder) => join(folder, 'README.md'));
  return ['CONTRIBUTING.md', ...markdownOf('.github'), ...readmes, ...guides]
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, markdown: readFileSync(join(root, path), 'utf8') }));
}

function markdownOf(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}
