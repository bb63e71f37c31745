import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spec } from '../.vitepress/spec.js';
import { referencePages } from '../src/reference/pages.js';
import { endpointsOf } from '../src/reference/spec.js';

const pages = referencePages(spec);
const api = endpointsOf(spec).filter(({ path }) => path.startsWith('/api/v1/'));

describe.each(api)('$method $path', ({ path, operation }) => {
  const page = pages.find(({ title }) => title === operation.operationId)?.markdown ?? '';

  it('has a page with its path, its response and its errors', () => {
    expect(page).toContain(path);
    expect(page).toMatch(/^## Response 2/m);
    expect(page).toMatch(/^## Errors/m);
  });

  it('shows a request in several languages', () => {
    for (const language of ['curl', 'TypeScript', 'Python']) expect(page).toContain(`[${language}]`);
  });
});

it('pages of an engine have its common name in their titles', () => {
  const title = (operation: string) => pages.find(({ title }) => title === operation)?.markdown.match(/^# (.*)$/m)?.[1];
  expect(title('beta.search')).toBe('Web search, engine beta (Bing)');
  expect(title('parse.alpha.news')).toMatch(/: News search, engine alpha \(Google\)$/);
});

it('the reference links only to existing types', () => {
  const types = pages.find(({ slug }) => slug === 'types')?.markdown ?? '';
  const existing = new Set([...types.matchAll(/^## (\w+)$/gm)].map(([, name]) => name));
  const linked = pages.flatMap(({ markdown }) =>
    [...markdown.matchAll(/\[(\w+)\]\(\.\/types#/g)].map(([, name]) => name),
  );
  expect(linked.length).toBeGreaterThan(20);
  expect(linked.filter((name) => !existing.has(name))).toEqual([]);
});

it('the overview links every endpoint of the API to its page', () => {
  const overview = readFileSync(new URL('../api.md', import.meta.url), 'utf8');
  const rows = api.map(({ method, path, operation }) => {
    const slug = pages.find(({ title }) => title === operation.operationId)?.slug;
    return { endpoint: `| \`${method.toUpperCase()} ${path}\` `, link: `(reference/${slug}.md)` };
  });
  const lines = overview.split('\n');
  const unlisted = rows.filter(({ endpoint, link }) =>
    lines.every((line) => !line.startsWith(endpoint) || !line.includes(link)),
  );
  expect(unlisted).toEqual([]);
});

it('the guide has advice for every error', () => {
  const guide = readFileSync(new URL('../guides/errors.md', import.meta.url), 'utf8');
  const codes = spec.components.schemas.Problem?.properties?.code?.enum ?? [];
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
});
