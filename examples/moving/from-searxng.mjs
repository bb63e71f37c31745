// Moving from SearXNG in two steps: first only the URL changes (`SVC_COMPAT=searxng`), then the program uses our own API.
//
//   node from-searxng.mjs "how do tides work"
import { createClient } from '@svc/client';

const { SVC_URL = 'http://127.0.0.1:8080', SVC_KEY } = process.env;
const q = process.argv[2] ?? 'how do tides work';

// Before: your own instance, which requires no key. Here each caller has one; SVC_COMPAT_KEYS sets one for callers that
// cannot send any. Without `engines`, only one engine is searched, as each costs a search.
const params = new URLSearchParams({ q, format: 'json', engines: 'google,bing,brave', pageno: '1' });
const response = await fetch(`${SVC_URL}/compat/searxng/search?${params}`, { headers: { 'x-api-key': SVC_KEY } });
if (!response.ok) throw new Error((await response.json()).error);
const { results, unresponsive_engines } = await response.json();

// After: one query to the same engines, merged by URL; each row has its engines and positions.
const svc = createClient({ baseUrl: SVC_URL, apiKey: SVC_KEY });
const { results: joined, engines } = await svc.searchAll({ query: q, engines: ['alpha', 'beta', 'gamma'] });

console.log(
  JSON.stringify({
    before: results.map(({ url, engines }) => ({ link: url, engines })),
    unresponsive_engines,
    after: joined.map(({ link, engines }) => ({ link, engines: engines.map(({ engine }) => engine) })),
    states: Object.fromEntries(Object.entries(engines).map(([name, { state }]) => [name, state])),
  }),
);
