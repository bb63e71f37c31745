import { type FetchDocument, parsedAddress, type RawPage } from '@svc/fetchers';
import { LRUCache } from 'lru-cache';
import robots from 'robots-parser';
import { createSingleFlight } from '../search/single-flight.js';

/** Says whether the rules of a site let a page be read (RFC 9309). */
type IsAllowedByRobots = (url: URL, signal: AbortSignal) => Promise<boolean>;

/** Name by which sites address us in their rules. */
export const robotsName = 'svc';

/** Bytes of rules that are read, as RFC 9309 has it. */
const mostBytes = 500 * 1024;

/** Milliseconds for which rules are kept, and that there were none to be had. */
const [kept, keptFault] = [3_600_000, 300_000];

const mostRedirects = 5;

/** Creates the function, which keeps the rules of the sites asked last. */
export function createRobots(fetchDocument: FetchDocument): IsAllowedByRobots {
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

/** Where there are no rules everything is allowed, and nothing where the site cannot say (RFC 9309, 2.3.1). */
async function rulesOf(origin: string, fetchDocument: FetchDocument, signal: AbortSignal): Promise<Rules> {
  let address = `${origin}/robots.txt`;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const page = await fetchDocument(address, { signal, accept: 'text/plain' });
    const target = redirectOf(page);
    if (target === undefined) return rulesIn(page, `${origin}/robots.txt`);
    address = target;
  }
  return everything; // redirects without end count as unavailable
}

/** Where an answer leads; undefined where it is none that leads on. */
export function redirectOf({ status, headers, url }: RawPage): string | undefined {
  if (status < 300 || status >= 400 || headers.location === undefined) return undefined;
  return parsedAddress(headers.location, url)?.href;
}

function rulesIn({ status, body }: RawPage, address: string): Rules {
  if (status >= 500 || status === 429) return nothing;
  if (status !== 200) return everything;
  const rules = parseRobots(address, new TextDecoder().decode(body.subarray(0, mostBytes)));
  return (asked) => rules.isAllowed(asked, robotsName) ?? true;
}

/** The types of the package have a default export; its module is the function itself. */
const parseRobots = robots as unknown as typeof robots.default;
