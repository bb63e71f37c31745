import { type Json, ref } from './json.js';

/** A header of answers. */
interface Header {
  description: string;
  schema: Json;
  example: string | number;
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Name of a described header. */
export type HeaderName =
  | 'X-Request-Id'
  | 'RateLimit-Policy'
  | 'RateLimit'
  | 'X-RateLimit-Limit'
  | 'X-RateLimit-Remaining'
  | 'X-RateLimit-Reset'
  | 'Retry-After'
  | 'X-Gathered-Pages'
  | 'X-Location'
  | 'X-Cache'
  | 'Deprecation'
  | 'X-Next-Cursor'
  | 'Location'
  | 'WWW-Authenticate'
  | 'Allow'
  | 'Link'
  | 'ETag';

/** Every header that is worth reading, as components. */
export const headerComponents: Readonly<Record<HeaderName, Header>> = {
  'X-Request-Id': {
    description:
      'Id of the request: the one that was sent as `X-Request-Id`, `X-Amzn-Trace-Id` or `CF-Ray`, otherwise a new one. Quote it in a report.',
    schema: { type: 'string', maxLength: 128 },
    example: '6f1b3c0e-6a43-4e0b-9d0e-0f6f5f1e2a10',
  },
  'RateLimit-Policy': {
    description:
      'Every limit of the key: `q` requests in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
    example: '"default";q=100;w=60, "day";q=10000;w=86400',
  },
  RateLimit: {
    description: 'What is left of each limit: `r` requests, and `t` seconds until all of it is available again.',
    schema: text,
    example: '"default";r=99;t=1, "day";r=9999;t=43200',
  },
  'X-RateLimit-Limit': { description: 'The rate of the key: requests in a window.', schema: count, example: 100 },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: count, example: 99 },
  'X-RateLimit-Reset': { description: 'Seconds until the whole rate is available again.', schema: count, example: 1 },
  'Retry-After': {
    description: 'Seconds to wait before the same request is sent again.',
    schema: count,
    example: 30,
  },
  'X-Gathered-Pages': {
    description:
      'How many pages of the engine are in the answer, and why there are no more: `complete`, `last_page`, `repeated_page`, `engine_limit`, `deadline`, or the code of the error that a later page met.',
    schema: text,
    example: '3;stop=last_page',
  },
  'X-Location': {
    description:
      'The place that `location` was understood as: its canonical name, percent-encoded; with `;country=ES` where the request names another country.',
    schema: text,
    example: 'Lisbon%2CLisbon%2CPortugal',
  },
  'X-Cache': {
    description: 'How the cache of answers was used; left out where it is off.',
    schema: { type: 'string', enum: ['HIT', 'MISS', 'BYPASS'] },
    example: 'MISS',
  },
  Deprecation: {
    description: 'Since when a parameter of the request is deprecated: `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1763596800',
  },
  'X-Next-Cursor': { description: 'The `cursor` behind the last of these answers.', schema: count, example: 250 },
  Location: {
    description: 'Path of what was made.',
    schema: text,
    example: '/api/v1/batches/batch_3f1a5be2c09d4e7a8b6c1d20',
  },
  'WWW-Authenticate': {
    description: 'The scheme by which a key is sent.',
    schema: text,
    example: 'ApiKey realm="svc", header="x-api-key"',
  },
  ETag: {
    description: 'Names this version: sent back as `If-None-Match`, it is answered with 304 while nothing has changed.',
    schema: text,
    example: 'W/"1a2b3c"',
  },
  Link: {
    description:
      'The page of the documentation that explains the code and says what to do, as `rel="help"` (RFC 8288); it is served where `@svc/docs` is installed.',
    schema: text,
    example: '</docs/errors/rate_limited>; rel="help"',
  },
  Allow: { description: 'The methods that the path serves.', schema: text, example: 'POST' },
};

/** Headers of an answer, by reference. */
export function headersNamed(names: readonly HeaderName[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

/** On every answer to a known key. */
export const keyedHeaders: readonly HeaderName[] = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** On the answer to a search. */
export const searchHeaders: readonly HeaderName[] = [
  ...keyedHeaders,
  'X-Gathered-Pages',
  'X-Location',
  'X-Cache',
  'Deprecation',
];
