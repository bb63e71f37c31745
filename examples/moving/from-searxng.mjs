// Moving from SearXNG, in two steps: only the address changes (`SVC_COMPAT=searxng`), then the program asks in our own terms.
//
//   node from-searxng.mjs "how do tides work"
import { createClient } from '@svc/client';

const { SVC_URL = 'http://127.0.0.1:8080', SVC_KEY } = process.env;
const q = process.argv[2] ?? 'how do tides work';

// Before: an instance of its own, which takes no key. Here each caller has one; SVC_COMPAT_KEYS names one for those that
// cannot send any. Where `engines` is not given, only one is asked: each costs a search.
const asked = new URLSearchParams({ q, format: 'json', engines: 'google,bing,brave', pageno: '1' });
const response = await fetch(`${SVC_URL}/compat/searxng/search?${asked}`, { headers: { 'x-api-key': SVC_KEY } });
if (!response.ok) throw new Error((await response.json()).error);
const { results, unresponsive_engines } = await response.json();

// After: one query on all engines, joined by address, each row with the engines that had it and their positions.
const svc = createClient({ baseUrl: SVC_URL, apiKey: SVC_KEY });
const { results: joined, engines } = await svc.searchAll({ query: q });

console.log(
  JSON.stringify({
    before: results.map(({ url, engines }) => ({ link: url, engines })),
    unresponsive_engines,
    after: joined.map(({ link, engines }) => ({ link, engines: engines.map(({ engine }) => engine) })),
    states: Object.fromEntries(Object.entries(engines).map(([name, { state }]) => [name, state])),
  }),
);
