import { readdirSync, readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { breakingChanges, surfaceOf } from '../scripts/api-surface.js';
import { errorKinds } from '../src/index.js';
import { description, faultsBy, resolved } from './helpers/description.js';

const folder = new URL('../', import.meta.url);
const committed = readFileSync(new URL('openapi.json', folder), 'utf8');
const released = readFileSync(new URL('openapi.released.txt', folder), 'utf8').trim().split('\n');

interface Described {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: any part of the document
  operation: any;
}

const operations: Described[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods as object).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

test('openapi.json matches the code; if not, run `pnpm --filter @svc/server openapi`', () => {
  expect(JSON.parse(committed)).toEqual(description);
});

test('openapi.json follows the recommended rules of Redocly and some more', async () => {
  const rules = {
    'operation-4xx-problem-details-rfc7807': 'error',
    'operation-description': 'error',
    'operation-tag-defined': 'error',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const lint = async (source: string) => {
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  };
  expect(await lint(committed)).toEqual([]);
  expect(await lint(committed.replace('"MIT"', '"MIT", "licence": 1'))).not.toEqual([]);
});

describe('every object schema has a name', () => {
  test.each(Object.entries(description.components.schemas))('%s', (_name, schema) => {
    const unnamed = unnamedIn((schema as { properties?: object }).properties ?? {});
    expect(unnamed, 'name these in `blockSchemas`, or in the list of schemas beside it').toEqual([]);
  });
});

/** Paths to inline object schemas. A dictionary needs no name. */
function unnamedIn(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('type' in part && part.type === 'object' && 'properties' in part) return [path];
  return Object.entries(part).flatMap(([name, child]) => unnamedIn(child, `${path}/${name}`));
}

describe('examples match their schemas', () => {
  test.each(operations)('$name', ({ operation }) => {
    const body = operation.requestBody?.content['application/json'];
    const takesJson = operation.tags[0] === 'Search';
    const contents = [takesJson ? body : undefined, ...Object.values(operation.responses).flatMap(contentsOf)];
    for (const content of contents.filter((content) => content !== undefined)) {
      const examples: { value: unknown }[] = Object.values(content.examples);
      expect(examples).not.toEqual([]);
      for (const { value } of examples) expect(faultsBy(content.schema, value)).toEqual([]);
    }
  });

  // biome-ignore lint/suspicious/noExplicitAny: any part of the document
  function contentsOf(response: any): any[] {
    return Object.values(resolved(response).content ?? {}); // 202 has none
  }

  test('include one for each error', () => {
    const examples = Object.values(description.components.responses).flatMap(contentsOf);
    const codes = examples.flatMap(({ examples }) => Object.keys(examples));
    expect([...new Set(codes)].sort()).toEqual(Object.keys(errorKinds).sort());
  });
});

test('numeric query parameters have a numeric type', () => {
  const types = operations.flatMap(({ operation }) =>
    (operation.parameters ?? []).map(({ name, schema }: { name: string; schema: { type: string } }) => [
      name,
      schema.type,
    ]),
  );
  expect(types).toContainEqual(['limit', 'integer']);
  expect(types).toContainEqual(['page', 'integer']);
  expect(types).toContainEqual(['lat', 'number']);
});

test('a key is required on all paths except those of the service itself', () => {
  expect(description.security).toEqual([{ key: [] }]);
  const open = operations.filter(({ operation }) => operation.security?.length === 0).map(({ name }) => name);
  const service = operations.filter(({ operation }) => operation.tags[0] === 'Service').map(({ name }) => name);
  expect(open).toEqual(service);
  expect(service.filter((name) => name.includes(' /api/'))).toEqual([]);
});

test('a changeset of @svc/server quotes each breaking change listed here', () => {
  expect(unannounced(breakingChanges(released, surfaceOf(description)))).toEqual([]);
});

test('a breaking change without a changeset is detected', () => {
  const { paths, ...rest } = structuredClone(description);
  delete paths['/api/v1/countries'];
  expect(unannounced(breakingChanges(released, surfaceOf({ paths, ...rest })))).toContain(
    '- serves GET /api/v1/countries',
  );
});

/** Changes that no changeset quotes. Before 1.0, a minor release may contain breaking changes. */
function unannounced(changes: readonly string[]): string[] {
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const bump = /^0\./.test(version) ? 'm(?:aj|in)or' : 'major';
  const changesets = new URL('../../.changeset/', folder);
  const texts = readdirSync(changesets)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(new URL(name, changesets), 'utf8'))
    .filter((text) => new RegExp(`^"@svc/server": ${bump}$`, 'm').test(text));
  return changes.filter((change) => !texts.some((text) => text.includes(change)));
}

describe('a breaking change is', () => {
  const api = (change: (copy: typeof description) => void) => {
    const copy = structuredClone(description);
    change(copy);
    return breakingChanges(surfaceOf(description), surfaceOf(copy));
  };
  const schemas = (
    change: (schemas: Record<string, { properties: Record<string, object>; required: string[] }>) => void,
  ) => api((copy) => change(copy.components.schemas));

  test('a removed field', () => {
    const changes = schemas(({ OrganicResult }) => delete OrganicResult?.properties.domain);
    expect(changes).toEqual(['- gives OrganicResult.domain: string']);
  });

  test('a changed field type', () => {
    const changes = schemas(({ Pagination }) =>
      Object.assign(Pagination?.properties ?? {}, { current: { type: 'string' } }),
    );
    expect(changes).toEqual(['- gives Pagination.current: integer']);
  });

  test('a field that becomes optional', () => {
    expect(schemas(({ Suggestion }) => Suggestion?.required.pop())).toEqual(['- always Suggestion.value']);
  });

  test('a removed, newly required or narrowed parameter', () => {
    expect(schemas(({ AlphaSearchRequest }) => delete AlphaSearchRequest?.properties.num)).toEqual([
      '- takes AlphaSearchRequest.num: integer | null',
    ]);
    expect(schemas(({ GammaSearchRequest }) => GammaSearchRequest?.required.push('page'))).toEqual([
      '+ needs GammaSearchRequest.page',
    ]);
    expect(
      schemas(({ AlphaSearchRequest }) => Object.assign(AlphaSearchRequest?.properties.num ?? {}, { maximum: 50 })),
    ).toEqual(['+ limits AlphaSearchRequest.num maximum=50']);
    expect(api(({ paths }) => Object.assign(paths['/api/v1/locations'].get.parameters[0], { required: true }))).toEqual(
      ['+ needs GET /api/v1/locations ?q'],
    );
    expect(
      schemas(({ AlphaSearchRequest }) =>
        Object.assign(AlphaSearchRequest?.properties.device ?? {}, { enum: ['desktop'] }),
      ),
    ).toHaveLength(3);
  });

  test('a removed path or response', () => {
    expect(api(({ paths }) => delete paths['/livez'])).toContain('- serves GET /livez');
    expect(api(({ paths }) => delete paths['/readyz'].get.responses[503])).toHaveLength(1);
  });

  test('not an addition or a changed description', () => {
    const changes = api((copy) => {
      copy.paths['/api/v1/new'] = copy.paths['/api/v1/countries'];
      copy.components.schemas.OrganicResult.properties.rank = { type: 'integer' };
      copy.components.schemas.OrganicResult.required.push('rank');
      copy.components.schemas.GammaSearchRequest.properties.when = { type: 'string', maxLength: 3 };
      copy.info.description = 'Other words.';
      delete copy.components.schemas.AlphaSearchRequest.properties.query.maxLength;
    });
    expect(changes).toEqual([]);
  });
});
