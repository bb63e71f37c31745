import type { PageRequest, RawPage, Session } from '../types.js';
import { createScrubber } from './scrub.js';
import { isSecretName, secretsOf } from './secrets.js';

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
export async function cleanPage(
  fetched: { page: RawPage; request: PageRequest; session?: Session | undefined },
  given: readonly string[],
): Promise<CleanPage> {
  const { page, request } = fetched;
  const scrubber = createScrubber(await secretsOf(fetched, given));
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
    if (isSecretName(name)) url.searchParams.delete(name);
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
