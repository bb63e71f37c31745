import { readFileSync } from 'node:fs';
import { includedPlaces, type PageRequest } from '@svc/fetchers';
import { layouts } from '@svc/fixtures';
import { operationNames } from '@svc/parsers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baselineFillRates, type Endpoint, endpoints } from '../src/index.js';
import { typical } from './helpers/captures.js';
import { type Engines, startEngines } from './helpers/engines.js';

/**
 * Parts that an operation needs and that the compiler cannot check. A failing test names the missing part of a new
 * operation; the compiler reports a missing parser, request, endpoint or simulated engine.
 */

const stop = new Error('The request is known');

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.close());

function endpointOf(name: string): Endpoint {
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  if (endpoint === undefined) throw new Error(`No endpoint serves ${name}`);
  return endpoint;
}

async function firstRequest(endpoint: Endpoint): Promise<PageRequest | undefined> {
  let request: PageRequest | undefined;
  const plan = endpoint.plan({ query: 'river ferry' }, {});
  const running = plan.run({
    getPage: async (pageRequest) => {
      request = pageRequest;
      throw stop;
    },
    readPage: () => Promise.reject(stop),
    include: [],
    places: includedPlaces(),
  });
  await expect(running).rejects.toThrow('The service failed');
  return request;
}

describe.each(operationNames)('%s', (name) => {
  test('is the operation of its request', async () => {
    const request = await firstRequest(endpointOf(name));
    expect(request).toMatchObject({ operation: name, engine: name.split('.')[0], query: 'river ferry' });
  });

  test('is answered by the simulated engine with rows', async () => {
    const { status, body, requests } = await engines.ask(endpointOf(name), { query: 'river ferry' });
    expect([status, requests.length, body.code]).toEqual([200, 1, undefined]);
    expect((body.organic_results ?? body.suggestions).length).toBeGreaterThan(0);
  });

  test('has a layout in the foundry', () => {
    expect(layouts.filter(({ operation }) => operation === name)).not.toEqual([]);
  });

  test('has a typical page in fixtures/pages', () => {
    const { expected } = typical(endpointOf(name));
    expect(expected.organic_results ?? expected.suggestions).not.toHaveLength(0);
  });

  test('has fill rates: pnpm --filter @svc/server baseline', () => {
    expect(baselineFillRates).toHaveProperty([name]);
  });

  test('has the fields of its result in packages/parsers/README.md: pnpm --filter @svc/server listings', () => {
    const row = readFileSync(new URL('../../parsers/README.md', import.meta.url), 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| \`${parser}(`));
    const [, , page, fields] = row?.split('|') ?? [];
    expect(page?.trim()).not.toBe('');
    for (const field of Object.keys(typical(endpointOf(name)).expected)) expect(fields).toContain(`\`${field}`);
  });

  const parser = `parse.${name}`.replace(/\.([a-z])/g, (_, letter: string) => letter.toUpperCase());
  test.each([
    ['README.md', `\`${name}\``],
    ['packages/server/README.md', `\`${name}\``],
    ['packages/parsers/README.md', `\`${parser}(`],
    ['packages/docs/api.md', `parse/${name}\``],
  ])('is listed in %s: pnpm --filter @svc/server listings', (file, entry) => {
    expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toContain(entry);
  });
});
