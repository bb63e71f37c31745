import type { AdapterChain } from '../adapters/chain.js';
import type { Adapter, PageRequest, RawPage, Session } from '../types.js';
import { createSecretScrubber } from './scrub.js';
import { isSecretParam, recordCookieValues, secretsOf } from './secrets.js';

const standInAddress = '192.0.2.1';

/** Data about the client that engines write into pages: e-mail and IP addresses. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.+-])[\w.+-]{1,64}(?:@|%40|&#64;)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, 'someone@mail.example'],
  [
    /(?<![\w./-])(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}(?![\w-]|\.\w)/g,
    standInAddress,
  ],
  [/(?<![\w:])(?:[\da-f]{1,4}:){4}(?:[\da-f]{0,4}:){0,5}[\da-f]{1,4}(?![\w:])/gi, '2001:db8::1'],
  [
    /(?<![\w:])(?:[23][\da-f]{3}|f[c-f][\da-f]{2})(?::[\da-f]{1,4}){0,6}::(?:[\da-f]{1,4}:){0,5}[\da-f]{1,4}(?![\w:])/gi,
    '2001:db8::1',
  ],
];

/** A page and its request without what identifies the client. */
export interface CleanPage {
  /** Without headers. */
  request: PageRequest;
  /** Its address has only the parameters of the request. */
  page: RawPage;
}

/**
 * Removes what identifies the client from a page and its request: all known secrets in every encoding and, from the page, IP and
 * e-mail addresses. The page's address keeps only the parameters of the request, because others identify the visit. All other bytes
 * stay the same.
 *
 * @param given additional secrets, such as an API key
 */
async function cleanPage(
  fetched: { page: RawPage; request: PageRequest; session?: Session | undefined },
  given: readonly string[],
): Promise<CleanPage> {
  const { page, request } = fetched;
  const scrubber = createSecretScrubber(await secretsOf(fetched, given));
  const cleanValues = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, scrubber.text(value)]));
  const url = cleanAddress(request.url, scrubber.text);
  const text = Buffer.from(scrubber.bytes(page.body)).toString('latin1');
  const nameless = rules.reduce((left, [pattern, standIn]) => left.replace(pattern, standIn), text);
  return {
    request: {
      ...request,
      query: scrubber.text(request.query),
      url,
      headers: {},
      cookies: cleanValues(request.cookies),
    },
    page: {
      ...page,
      url: plainAddress(cleanAddress(page.url, scrubber.text), url),
      headers: cleanValues(page.headers),
      body: Buffer.from(nameless, 'latin1'),
    },
  };
}

/** Removes credentials from an address, and cleans its parameters both decoded and encoded. */
function cleanAddress(address: string, clean: (text: string) => string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const [name, value] of [...url.searchParams]) {
    if (isSecretParam(name)) url.searchParams.delete(name);
    else if (clean(value) !== value) url.searchParams.set(name, clean(value));
  }
  return clean(url.href);
}

/** Removes the query of any other address, such as a captcha page, because it identifies the visit. */
function plainAddress(url: string, asked: string): string {
  const [came, given] = [new URL(url), new URL(asked)];
  const names = came.pathname === given.pathname ? new Set(given.searchParams.keys()) : new Set<string>();
  for (const name of [...came.searchParams.keys()]) if (!names.has(name)) came.searchParams.delete(name);
  return came.href;
}

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
      const { cookies, values } = recordCookieValues(context.session.cookies);
      const session = { ...context.session, cookies };
      const page = await adapter(request, { ...context, session });
      if (page?.body instanceof Uint8Array) fetches.set(page.body, { session, cookieValues: values }); // others are rejected later
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
      const { session, cookieValues = [] } = fetches.get(page.body) ?? {};
      return cleanPage({ page, request, session }, [...secrets, ...cookieValues]);
    },
  };
}

/** What a fetch knew. */
interface FetchFacts {
  session: Session;
  /** Values of cookies. */
  cookieValues: ReadonlySet<string>;
}
