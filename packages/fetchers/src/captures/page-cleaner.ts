import type { AdapterChain } from '../adapters/chain.js';
import type { Adapter, PageRequest, RawPage, Session } from '../types.js';
import { type CleanPage, cleanPage } from './clean-page.js';
import { watchCookies } from './secrets.js';

/** Removes what identifies the client from fetched pages, so that they can be saved. */
export interface PageCleaner {
  /** Wraps the adapters that fetch the pages, to know the secrets of each fetch: its proxy and its cookies. */
  watch<T extends Adapter | AdapterChain>(given: T): T;
  /**
   * Returns a page and its request without secrets in any encoding, IP addresses and e-mail addresses. A page may still contain
   * personal names.
   */
  clean(request: PageRequest, page: RawPage): Promise<CleanPage>;
}

/**
 * Creates a cleaner.
 *
 * @param secrets those that the adapters themselves send, such as an API key. @default none
 */
export function createPageCleaner(secrets: readonly string[] = []): PageCleaner {
  /** By body, which stays the same object when a page is checked. */
  const fetches = new WeakMap<Uint8Array, FetchFacts>();

  function watched(adapter: Adapter): Adapter {
    const watching: Adapter = async (request, context) => {
      const { cookies, seen } = watchCookies(context.session.cookies);
      const session = { ...context.session, cookies };
      const page = await adapter(request, { ...context, session });
      if (page?.body instanceof Uint8Array) fetches.set(page.body, { session, seen }); // others are rejected later
      return page;
    };
    if (adapter.supportsProfile) watching.supportsProfile = adapter.supportsProfile.bind(adapter);
    if (adapter.close) watching.close = adapter.close.bind(adapter);
    return watching;
  }

  return {
    watch: <T extends Adapter | AdapterChain>(given: T) => {
      if (typeof given === 'function') return watched(given) as T;
      return { ...given, steps: given.steps.map((step) => ({ ...step, adapter: watched(step.adapter) })) };
    },
    clean(request, page) {
      const { session, seen = [] } = fetches.get(page.body) ?? {};
      return cleanPage({ page, request, session }, [...secrets, ...seen]);
    },
  };
}

/** What a fetch knew. */
interface FetchFacts {
  session: Session;
  /** Values of cookies. */
  seen: ReadonlySet<string>;
}
