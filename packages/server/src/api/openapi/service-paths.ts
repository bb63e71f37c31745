import { errorKinds } from '../../errors/kinds.js';
import { commonResponseHeaders, headerRefs } from './headers.js';
import type { OpenApiFragment } from './json.js';
import { problemRefs } from './problems.js';

/** A path that needs no key and calls no engine. */
interface ServicePath {
  name: string;
  summary: string;
  description: string;
  type: string;
  schema: OpenApiFragment;
  example: unknown;
  /** Whether the answer has a tag, so that it is not sent again to clients that have it. */
  isTagged?: true;
}

const html = { type: 'text/html', schema: { type: 'string' }, example: '<!doctype html>', isTagged: true } as const;
const fields = ['openapi', 'info', 'paths'];
const word: OpenApiFragment = {
  type: 'object',
  properties: { word: { type: 'string' }, meaning: { type: 'string' } },
  required: ['word', 'meaning'],
  additionalProperties: false,
};
const onOwnPort = 'If `SVC_OPERATOR_PORT` is set, only that port serves it.';

/** What `/readyz` adds to its status if it applies. */
const readiness: OpenApiFragment = {
  engines: {
    description:
      'Engines that are currently unavailable to all API keys or to some, because their circuit is open, all exits are cooling down, or the engine asked the only address to wait. `unknown` if this cannot be determined.',
    anyOf: [
      {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: {
            unavailable_seconds: { type: 'integer', description: 'Seconds until it accepts requests again.' },
            circuit: { enum: ['closed', 'half_open', 'open'] },
            keys_with_open_circuit: {
              type: 'integer',
              description: 'Number of API keys whose own circuit is open. Left out if there are none.',
            },
          },
          required: ['unavailable_seconds', 'circuit'],
          additionalProperties: false,
        },
      },
      { const: 'unknown' },
    ],
  },
  redis: { enum: ['up', 'away'], description: 'Whether Redis answers, if state is shared through it.' },
  keys: {
    enum: ['current', 'none', 'unread', 'stale'],
    description:
      'State of the keys from a file or Redis: `current`; `none` if there are none yet; `unread` if Redis has not answered since the start; `stale` if they could not be reloaded and the previous ones are in use.',
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
    summary: 'Whether requests are accepted',
    description: `Problems that do not prevent searches are reported, but do not change the status. ${onOwnPort}`,
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
    isTagged: true,
  },
  '/docs': {
    name: 'docs',
    summary: 'Reference and guides for people',
    description: 'Only loads its own files. If `@svc/docs` is not installed, the page says so.',
    ...html,
  },
  '/': {
    name: 'playground',
    summary: 'The playground',
    description: 'Only loads its own files. If `@svc/playground` is not installed, the page says so.',
    ...html,
  },
  '/playground.json': {
    name: 'playgroundSettings',
    summary: 'Settings of the playground',
    description:
      'Contains no key: the address that `svc serve` prints on a terminal has the key of the quick start in its fragment.',
    type: 'application/json',
    schema: {
      type: 'object',
      properties: {
        simulated: { type: 'boolean', description: 'Whether the engines are simulated.' },
        words: { type: 'array', items: word, description: 'Words in a query that simulated engines react to.' },
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

const notReady: OpenApiFragment = {
  description: 'The service is shutting down, or has not loaded any keys yet because Redis is away.',
  headers: headerRefs(commonResponseHeaders),
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
export const unauthenticatedPaths: Readonly<Record<string, OpenApiFragment>> = Object.fromEntries(
  Object.entries(paths).map(([path, served]) => [path, { get: serviceOperation(served) }]),
);

function serviceOperation({
  name,
  summary,
  description,
  type,
  schema,
  example,
  isTagged,
}: ServicePath): OpenApiFragment {
  const content = { [type]: { schema, examples: { typical: { summary: 'A typical answer', value: example } } } };
  const headers = headerRefs([...commonResponseHeaders, ...(isTagged ? (['ETag'] as const) : [])]);
  return {
    operationId: name,
    tags: ['Service'],
    summary,
    description,
    security: [],
    responses: {
      200: { description: `${summary}.`, headers, content },
      ...(isTagged && { 304: { description: 'It is as the client has it, by `If-None-Match`.', headers } }),
      ...(name === 'readyz' && { 503: notReady }),
      ...problemRefs(400, 500),
    },
  };
}

function statusSchema(statuses: readonly string[], others: OpenApiFragment = {}): OpenApiFragment {
  return {
    type: 'object',
    properties: { status: { enum: statuses }, ...others },
    required: ['status'],
    additionalProperties: false,
  };
}
