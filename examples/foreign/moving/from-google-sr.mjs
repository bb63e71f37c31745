// Moving from google-sr, which fetches and parses a page in one call: here a service searches, which handles proxies,
// limits and retries, and a captcha is an error instead of an empty list.
//
//   node from-google-sr.mjs "how do tides work"
import { createClient, SvcError } from '@svc/client';
import { OrganicResult, search } from 'google-sr';

const { SVC_URL = 'http://127.0.0.1:8080', SVC_KEY } = process.env;
const query = process.argv[2] ?? 'how do tides work';

/**
 * Before. It resolves to `[]` for a page that it does not recognize: a new layout, a blocking page, a captcha with
 * status 200.
 */
async function before() {
  const results = await search({ query, parsers: [OrganicResult] });
  return results.map(({ link, title, description }) => ({ link, title, snippet: description }));
}

/** After. */
async function after() {
  const svc = createClient({ baseUrl: SVC_URL, apiKey: SVC_KEY });
  try {
    const { organic_results } = await svc.search('alpha.search', { query });
    return organic_results.map(({ link, title, snippet }) => ({ link, title, snippet }));
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    return error.code; // upstream_captcha, upstream_js_required …; see /docs/errors/<code>
  }
}

console.log(JSON.stringify({ before: await before(), after: await after() }));
