// Moving from Serper in two steps: first only the URL changes (`SVC_COMPAT=serper`), then the program uses our own API.
//
//   node from-serper.mjs "how do tides work"
import { createClient } from '@svc/client';

const { SVC_URL = 'http://127.0.0.1:8080', SVC_KEY } = process.env;
const q = process.argv[2] ?? 'how do tides work';

// Before: fetch('https://google.serper.dev/search', …). The rest is unchanged.
const response = await fetch(`${SVC_URL}/compat/serper/search`, {
  method: 'POST',
  headers: { 'X-API-KEY': SVC_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({ q, gl: 'us', hl: 'en', page: 1 }),
});
if (!response.ok) throw new Error((await response.json()).message);
const { organic } = await response.json();

// After: `q` is `query`, `organic` is `organic_results`; a captcha or a blocking page throws an SvcError with its code.
const svc = createClient({ baseUrl: SVC_URL, apiKey: SVC_KEY });
const { organic_results } = await svc.search('alpha.search', { query: q, gl: 'us', hl: 'en', page: 1 });

console.log(
  JSON.stringify({ before: organic.map(({ link }) => link), after: organic_results.map(({ link }) => link) }),
);
