import { type FetchDocument, parseUrl, type RawPage } from '@svc/fetchers';
import { LRUCache } from 'lru-cache';
import robots from 'robots-parser';
import { createSingleFlight } from '../search/single-flight.js';

/** Whether the robots.txt of a site allows reading a page (RFC 9309). */
type IsAllowedByRobots = (url: URL, signal: AbortSignal) => Promise<boolean>;

/** Our product token in robots.txt. */
export const robotsProductToken = 'svc';

/** Maximum number of bytes parsed, the minimum of RFC 9309. */
const maxBytes = 500 * 1024;

/** Milliseconds for which rules, and failures to read them, are cached. */
const [kept, keptFault] = [3_600_000, 300_000];

const maxRedirects = 5;

/** Creates the function. It caches the rules of recent sites. */
export function createRobotsCheck(fetchDocument: FetchDocument): IsAllowedByRobots {
  const known = new LRUCache<string, Rules>({ max: 1_000, ttl: kept });
  const singleFlight = createSingleFlight<Rules>();

  async function read(origin: string, signal: AbortSignal): Promise<Rules> {
    try {
      const rules = await rulesOf(origin, fetchDocument, signal);
      known.set(origin, rules);
      return rules;
    } catch (error) {
      if (!signal.aborted) known.set(origin, nothing, { ttl: keptFault });
      throw error;
    }
  }

  return async ({ origin, href }, signal) => {
    const rules = known.get(origin) ?? (await singleFlight(origin, signal, (shared) => read(origin, shared)));
    return rules(href);
  };
}

type Rules = (address: string) => boolean;

const everything: Rules = () => true;
const nothing: Rules = () => false;

/** Reads the rules of a site. Without rules everything is allowed; if the site fails, nothing is (RFC 9309, 2.3.1). */
async function rulesOf(origin: string, fetchDocument: FetchDocument, signal: AbortSignal): Promise<Rules> {
  let address = `${origin}/robots.txt`;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const page = await fetchDocument(address, { signal, accept: 'text/plain' });
    const target = redirectTarget(page);
    if (target === undefined) return rulesIn(page, `${origin}/robots.txt`);
    address = target;
  }
  return everything; // too many redirects count as unavailable
}

/** Target of a redirect; undefined for other answers. */
export function redirectTarget({ status, headers, url }: RawPage): string | undefined {
  if (status < 300 || status >= 400 || headers.location === undefined) return undefined;
  return parseUrl(headers.location, url)?.href;
}

function rulesIn({ status, body }: RawPage, address: string): Rules {
  if (status >= 500 || status === 429) return nothing;
  if (status !== 200) return everything;
  const rules = parseRobots(address, new TextDecoder().decode(body.subarray(0, maxBytes)));
  return (asked) => rules.isAllowed(asked, robotsProductToken) ?? true;
}

/** The types of the package declare a default export, but the module is the function itself. */
const parseRobots = robots as unknown as typeof robots.default;
