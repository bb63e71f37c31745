import { askHere } from '../../api/asking/local.js';
import type { Config } from '../../config/settings.js';
import { betaSearch } from '../../operations/beta.js';
import { type Finding, failed, ok } from './finding.js';

const query = 'weather in lisbon';

/** What to do about an error of the search, by its code. */
const adviceFor: Readonly<Record<string, string>> = {
  no_proxy_available: 'correct the addresses, users and passwords in SVC_PROXIES or SVC_PROXIES_FILE',
  upstream_js_required: 'SVC_ADAPTER=chain:http,browser asks with a browser',
  upstream_bad_response: 'see that this machine reaches the engine, or that the proxies of SVC_PROXIES do',
};

const usualAdvice =
  'try another way to fetch (SVC_ADAPTER) or other proxies (SVC_PROXIES); a wall may also pass by itself';

/** One search, as the service would make it. */
export async function checkSearch(config: Config, signal: AbortSignal): Promise<Finding> {
  const client = await askHere({ ...config, attempts: 1 }, () => {});
  const began = performance.now();
  try {
    const { status, body } = await client.search({ endpoint: betaSearch, body: { query }, include: [] }, signal);
    const time = `${Math.round(performance.now() - began)} ms`;
    const { organic_results: rows } = body;
    if (status === 200)
      return ok('search', `${betaSearch.name} gave ${Array.isArray(rows) ? rows.length : 0} rows in ${time}`);
    const isReplayed = config.adapter.join() === 'replay';
    if (isReplayed) return ok('search', 'left out: captured pages answer only their own queries');
    const advice = adviceFor[String(body.code)] ?? usualAdvice;
    return failed('search', `${betaSearch.name}: ${body.detail} (${body.code})`, advice);
  } finally {
    await client.close();
  }
}
