import { errorKinds } from '../../errors/kinds.js';
import { headersNamed } from './headers.js';
import type { Json } from './json.js';
import { problemsOf } from './problems.js';

/** A path that needs no key and calls no engine. */
interface ServicePath {
  name: string;
  summary: string;
  description: string;
  type: string;
  schema: Json;
  example: unknown;
}

const html = { type: 'text/html', schema: { type: 'string' }, example: '<!doctype html>' };
const fields = ['openapi', 'info', 'paths'];
const word: Json = {
  type: 'object',
  properties: { word: { type: 'string' }, meaning: { type: 'string' } },
  required: ['word', 'meaning'],
  additionalProperties: false,
};
const onOwnPort = 'Where `SVC_OPERATOR_PORT` is set, it is served on that port alone.';

/** What `/readyz` says beside its status, where it applies. */
const readiness: Json = {
  engines: {
    description:
      'Engines that cannot be asked now: for an open circuit, because every exit rests, or because the engine asks the only address to wait. `unknown` where that cannot be read.',
    anyOf: [
      {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: {
            unavailable_seconds: { type: 'integer', description: 'Time until it may be asked again.' },
            circuit: { enum: ['closed', 'half_open', 'open'] },
          },
          required: ['unavailable_seconds', 'circuit'],
          additionalProperties: false,
        },
      },
      { const: 'unknown' },
    ],
  },
  redis: { enum: ['up', 'away'], description: 'Whether Redis answers, where state is shared through it.' },
  keys: {
    enum: ['current', 'none', 'unread', 'stale'],
    description:
      'Of keys that are kept in a file or in Redis: as they are kept, none kept yet, not read yet because Redis has not answered since the start, or those read last because they cannot be read again.',
  },
};

const paths: Readonly<Record<string, ServicePath>> = {
  '/livez': {
    name: 'livez',
    summary: 'Whether the process runs',
    description: onOwnPort,
    type: 'application/json',
    schema: statusSchema(['ok']),
    example: { status: 'ok' },
  },
  '/readyz': {
    name: 'readyz',
    summary: 'Whether requests are taken',
    description: `What the service lacks and goes on without is said and changes no status. ${onOwnPort}`,
    type: 'application/json',
    schema: statusSchema(['ready'], readiness),
    example: { status: 'ready' },
  },
  '/metrics': {
    name: 'metrics',
    summary: 'Metrics in the format of Prometheus',
    description: onOwnPort,
    type: 'text/plain',
    schema: { type: 'string' },
    example: 'svc_searches_active 0\n',
  },
  '/openapi.json': {
    name: 'openapi',
    summary: 'This document',
    description: 'OpenAPI 3.1.',
    type: 'application/json',
    schema: { type: 'object', required: fields, properties: Object.fromEntries(fields.map((field) => [field, {}])) },
    example: { openapi: '3.1.0', info: { title: 'svc', version: '1' }, paths: {} },
  },
  '/docs': {
    name: 'docs',
    summary: 'This document for people, and the guides',
    description: 'Loads its own files only. Where `@svc/docs` is not installed, it says so.',
    ...html,
  },
  '/': {
    name: 'playground',
    summary: 'The playground',
    description: 'Loads its own files only. Where `@svc/playground` is not installed, it says so.',
    ...html,
  },
  '/playground.json': {
    name: 'playgroundSettings',
    summary: 'What the playground begins with',
    description:
      'No key: the address that `svc serve` prints on a terminal has that of the quick start in its fragment.',
    type: 'application/json',
    schema: {
      type: 'object',
      properties: {
        simulated: { type: 'boolean', description: 'Whether the engines are simulated.' },
        words: { type: 'array', items: word, description: 'What simulated engines heed in a query.' },
        advice: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'What a person can do about an error, by its code.',
        },
      },
      required: ['simulated', 'words', 'advice'],
      additionalProperties: false,
    },
    example: { simulated: false, words: [], advice: { mutually_exclusive: errorKinds.mutually_exclusive.advice } },
  },
};

const notReady: Json = {
  description: 'The service is shutting down, or knows no caller yet because Redis, which has the keys, is away.',
  headers: headersNamed(['X-Request-Id']),
  content: {
    'application/json': {
      schema: statusSchema(['stopping', 'starting'], readiness),
      examples: {
        stopping: { summary: 'Shutting down', value: { status: 'stopping' } },
        starting: { summary: 'Without keys', value: { status: 'starting', redis: 'away', keys: 'unread' } },
      },
    },
  },
};

/** The paths for tools, people and operators. */
export const servicePaths: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(paths).map(([path, served]) => [path, { get: serviceOperation(served) }]),
);

function serviceOperation({ name, summary, description, type, schema, example }: ServicePath): Json {
  const content = { [type]: { schema, examples: { typical: { summary: 'A typical answer', value: example } } } };
  return {
    operationId: name,
    tags: ['Service'],
    summary,
    description,
    security: [],
    responses: {
      200: { description: `${summary}.`, headers: headersNamed(['X-Request-Id', 'ETag']), content },
      ...(name === 'readyz' && { 503: notReady }),
      ...problemsOf(400, 500),
    },
  };
}

function statusSchema(statuses: readonly string[], others: Json = {}): Json {
  return {
    type: 'object',
    properties: { status: { enum: statuses }, ...others },
    required: ['status'],
    additionalProperties: false,
  };
}
