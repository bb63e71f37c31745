import { componentRef, type OpenApiFragment } from './json.js';

/** A header of an answer. */
interface Header {
  description: string;
  schema: OpenApiFragment;
  example: string | number;
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Name of a documented header. */
export type HeaderName =
  | 'X-Request-Id'
  | 'X-Simulated'
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

/** The documented headers, as components. */
export const headerComponents: Readonly<Record<HeaderName, Header>> = {
  'X-Request-Id': {
    description:
      'Id of the request: the one sent as `X-Request-Id`, `X-Amzn-Trace-Id` or `CF-Ray`, otherwise a new one. Quote it in bug reports.',
    schema: { type: 'string', maxLength: 128 },
    example: '6f1b3c0e-6a43-4e0b-9d0e-0f6f5f1e2a10',
  },
  'X-Simulated': {
    description: 'Sent with every response if the engines are simulated; omitted otherwise.',
    schema: { const: 'true' },
    example: 'true',
  },
  'RateLimit-Policy': {
    description:
      'All limits of the key: `q` requests per window of `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
    example: '"default";q=100;w=60, "day";q=10000;w=86400',
  },
  RateLimit: {
    description: 'What is left of each limit: `r` requests, and `t` seconds until the whole limit is available again.',
    schema: text,
    example: '"default";r=99;t=1, "day";r=9999;t=43200',
  },
  'X-RateLimit-Limit': { description: 'The rate of the key in requests per window.', schema: count, example: 100 },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: count, example: 99 },
  'X-RateLimit-Reset': { description: 'Seconds until the whole rate is available again.', schema: count, example: 1 },
  'Retry-After': {
    description: 'Seconds to wait before sending the same request again.',
    schema: count,
    example: 30,
  },
  'X-Gathered-Pages': {
    description:
      'Number of pages of the engine in the answer, and why there are no more: `complete`, `last_page`, `repeated_page`, `engine_limit`, `deadline`, or the error code of a later page.',
    schema: text,
    example: '3;stop=last_page',
  },
  'X-Location': {
    description:
      'The place that `location` was resolved to: its canonical name, percent-encoded; with `;country=ES` if the request names another country.',
    schema: text,
    example: 'Lisbon%2CLisbon%2CPortugal',
  },
  'X-Cache': {
    description: 'How the cache of answers was used; omitted if it is off.',
    schema: { type: 'string', enum: ['HIT', 'MISS', 'BYPASS'] },
    example: 'MISS',
  },
  Deprecation: {
    description: 'Time since which a parameter of the request is deprecated: `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1763596800',
  },
  'X-Next-Cursor': { description: 'The `cursor` after the last of these results.', schema: count, example: 250 },
  Location: {
    description: 'Path of the created resource.',
    schema: text,
    example: '/api/v1/batches/batch_3f1a5be2c09d4e7a8b6c1d20',
  },
  'WWW-Authenticate': {
    description: 'How to send a key.',
    schema: text,
    example: 'ApiKey realm="svc", header="x-api-key"',
  },
  ETag: {
    description: 'Version of the answer: sent as `If-None-Match`, the response is 304 if nothing has changed.',
    schema: text,
    example: 'W/"1a2b3c"',
  },
  Link: {
    description:
      'The page of the documentation that explains the code and what to do, as `rel="help"` (RFC 8288); it is served if `@svc/docs` is installed.',
    schema: text,
    example: '</docs/errors/rate_limited>; rel="help"',
  },
  Allow: { description: 'The methods that the path serves.', schema: text, example: 'POST' },
};

/** Headers of an answer, by reference. */
export function headerRefs(names: readonly HeaderName[]): Record<string, OpenApiFragment> {
  return Object.fromEntries(names.map((name) => [name, componentRef('headers', name)]));
}

/** Headers of every answer. */
export const commonResponseHeaders: readonly HeaderName[] = ['X-Request-Id', 'X-Simulated'];

/** Headers of every answer to a valid key. */
export const authenticatedResponseHeaders: readonly HeaderName[] = [
  ...commonResponseHeaders,
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Headers of the answer to a search. */
export const searchResponseHeaders: readonly HeaderName[] = [
  ...authenticatedResponseHeaders,
  'X-Gathered-Pages',
  'X-Location',
  'X-Cache',
  'Deprecation',
];
