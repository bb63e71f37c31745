/** Headers of answers that are worth reading, by what they say. */
const meanings: Readonly<Record<string, string>> = {
  'X-Request-Id': 'Id of the request: the one that was sent, or a new one.',
  'X-Gathered-Pages': 'How many pages of the engine are in the answer, and why there are no more: `3;stop=last_page`.',
  'X-Location':
    'The place that `location` was understood as: its canonical name, percent-encoded; with `;country=ES` where the request names another country.',
  'X-Cache': '`HIT`, `MISS` or `BYPASS`, where a cache is on.',
  Deprecation: 'Since when a parameter that was given is deprecated: `@` and seconds since 1970.',
  RateLimit: 'What is left of the limits of the key, and for how long.',
  'RateLimit-Policy': 'The limits of the key.',
};

/** The headers of the answer to a search, as OpenAPI has them. */
export const searchHeaders: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(meanings).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
);
