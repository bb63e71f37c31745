import { expect, test } from 'vitest';
import { describeApi } from '../../web/app/api/description.js';
import { requestBodyOf } from '../../web/app/api/fields.js';

const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

const document = {
  paths: {
    '/api/v1/alpha/search': {
      post: {
        summary: 'Web search',
        parameters: [{ $ref: '#/components/parameters/Include' }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/AlphaSearch' } } } },
      },
    },
    '/api/v1/alpha/search/autocomplete': {
      post: {
        requestBody: { content: { 'application/json': { schema: { properties: { query: { type: 'string' } } } } } },
      },
    },
    '/api/v1/parse/alpha.search': { post: { requestBody: { content: { 'text/html': {} } } } },
    '/api/v1/batches': { post: { requestBody: { content: { 'application/json': { schema: { properties: {} } } } } } },
    '/api/v1/countries': { get: {} },
  },
  components: {
    parameters: {
      Include: {
        name: 'include',
        in: 'query',
        description: 'Extras.\n\n- `blocks`: The other content, as `ads`.\n- `html`: The pages',
        schema: { type: 'array', items: { enum: ['blocks', 'html'] } },
      },
    },
    schemas: {
      AlphaSearch: {
        required: ['query'],
        allOf: [{ not: { required: ['location', 'uule'] } }, { anyOf: [{ required: ['lat'] }] }],
        properties: {
          query: { type: 'string', description: 'What, as in `site:`.', examples: ['weather'] },
          device: { $ref: '#/components/schemas/Device', description: 'Who asks.' },
          safe: { type: ['boolean', 'null'] },
          filter: nullable({ anyOf: [{ type: 'boolean' }, { type: 'number', enum: [0, 1] }] }),
          num: { type: ['integer', 'null'], minimum: 1, maximum: 100, deprecated: true },
          page: { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          lat: nullable({ type: 'number', minimum: -90, maximum: 90 }),
          gl: { type: ['string', 'null'] },
          location: { type: ['string', 'null'] },
          uule: { type: ['string', 'null'] },
        },
      },
      Device: { type: ['string', 'null'], enum: ['desktop', 'mobile', null] },
    },
  },
};

const { operations, hasMcp } = describeApi(document);
const [alpha] = operations;
const fieldNamed = (name: string) => alpha?.fields.find((field) => field.name === name);

test('finds only the paths of searches', () => {
  expect(operations.map(({ name, path }) => [name, path])).toEqual([
    ['alpha.search', '/api/v1/alpha/search'],
    ['alpha.autocomplete', '/api/v1/alpha/search/autocomplete'],
  ]);
  expect([operations.map(({ extras }) => extras), hasMcp]).toEqual([[['blocks', 'html'], []], false]);
  expect(alpha?.extraMeanings).toEqual({ blocks: 'The other content, as ads', html: 'The pages' });
  expect(alpha?.exclusive).toEqual([['location', 'uule']]);
});

test('creates a suitable field for each schema, through references and unions', () => {
  expect(alpha?.fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['query', 'text'],
    ['device', 'choice'],
    ['safe', 'switch'],
    ['filter', 'switch'],
    ['num', 'number'],
    ['page', 'number'],
    ['lat', 'number'],
    ['gl', 'country'],
    ['location', 'place'],
    ['uule', 'text'],
  ]);
  expect(fieldNamed('query')).toMatchObject({ required: true, description: 'What, as in site:.', example: 'weather' });
  expect(fieldNamed('device')).toMatchObject({ choices: ['desktop', 'mobile'], description: 'Who asks.' });
  expect(fieldNamed('num')).toMatchObject({ min: 1, max: 100, whole: true, deprecated: true });
  expect(fieldNamed('page')).toMatchObject({ min: 0, max: undefined });
  expect(fieldNamed('lat')).toMatchObject({ min: -90, max: 90, whole: false });
});

test('handles dangling and circular references', () => {
  const looping = { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/a' } } } } } };
  expect(describeApi({ a: { $ref: '#/a' }, paths: { '/api/v1/alpha/search': looping } }).operations).toEqual([]);
  expect(describeApi({ paths: { '/api/v1/alpha/search': looping } }).operations).toEqual([]);
  expect(describeApi({}).operations).toEqual([]);
});

test('sends values with their type, and invalid values as text', () => {
  const values = {
    query: ' 7 ',
    num: '20',
    page: 'two',
    safe: 'false',
    filter: 'true',
    gl: '',
    tbs: 'qdr:w',
    lat: '38.7',
  };
  expect(requestBodyOf(alpha?.fields ?? [], values)).toEqual({
    query: ' 7 ',
    filter: true,
    safe: false,
    num: 20,
    page: 'two',
    lat: 38.7,
  });
});
