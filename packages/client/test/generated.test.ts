import { readFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { searchPaths } from '../src/operations.js';

const document = new URL('../../server/openapi.json', import.meta.url);

test('src/api.ts matches openapi.json; if not, run `pnpm --filter @svc/client types`', async () => {
  const types = astToString(await openapiTypes(document, { rootTypes: true, rootTypesNoSchemaPrefix: true }));
  const committed = readFileSync(new URL('../src/api.ts', import.meta.url), 'utf8');
  expect(committed.replace(/^\/\*\*[^/]*\*\/\s*/, '')).toBe(types);
});

test('every search operation has its path', () => {
  const { paths }: { paths: Record<string, { post?: { operationId: string; tags: string[] } }> } = JSON.parse(
    readFileSync(document, 'utf8'),
  );
  const found = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.tags[0] === 'Search' && post.operationId !== 'search.all' ? [[post.operationId, path]] : [],
  );
  expect(searchPaths).toEqual(Object.fromEntries(found));
});

test('src/block-types.ts names the types of all blocks; if not, run `pnpm --filter @svc/client types`', () => {
  const { components }: { components: { schemas: Record<string, object> } } = JSON.parse(
    readFileSync(document, 'utf8'),
  );
  const named = readFileSync(new URL('../src/block-types.ts', import.meta.url), 'utf8');
  const blocks = Object.entries(components.schemas).filter(([name]) => name.endsWith('Blocks'));
  const items = [...JSON.stringify(blocks).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(blocks.length).toBeGreaterThan(2);
  for (const name of [...blocks.map(([name]) => name), ...items]) expect(named).toContain(`  ${name},\n`);
});
