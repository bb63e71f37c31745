import type { PageRequest, RawPage, Session } from '../types.js';

/** The shortest value of a cookie that is looked for in a page: shorter ones stand there for other reasons. */
const shortestSecret = 6;

const standInAddress = '192.0.2.1';

/** What engines write into a page of whom they answered, whatever the session. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.+-])[\w.+-]{1,64}(?:@|%40|&#64;)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, 'someone@mail.example'],
  [
    /(?<![\w./-])(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}(?![\w.-])/g,
    standInAddress,
  ],
  [/(?<![\w:])(?:[\da-f]{1,4}:){4}(?:[\da-f]{0,4}:){0,5}[\da-f]{1,4}(?![\w:])/gi, '2001:db8::1'],
];

/**
 * A page without what tells who fetched it: values of the session's cookies, its proxy, network and e-mail addresses.
 * Its own address keeps the parameters that were asked; others name a visit. Bytes beyond ASCII stay as they are.
 */
export async function scrubbed(page: RawPage, request: PageRequest, session: Session): Promise<RawPage> {
  const secrets = [...(await cookieValues(session, [request.url, page.url])), ...proxyParts(session)];
  const known = secrets.sort((first, second) => second.length - first.length);
  const text = Buffer.from(page.body).toString('latin1');
  const nameless = known.reduce((left, secret) => left.replaceAll(secret, 'x'.repeat(secret.length)), text);
  const clean = rules.reduce((left, [pattern, standIn]) => left.replace(pattern, standIn), nameless);
  return { ...page, url: plainAddress(page.url, request.url), body: Buffer.from(clean, 'latin1') };
}

async function cookieValues({ cookies }: Session, urls: readonly string[]): Promise<string[]> {
  const headers = await Promise.all(urls.map((url) => cookies.getCookieString(url)));
  const values = headers.flatMap((header) => header.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)));
  return [...new Set(values)].filter((value) => value.length >= shortestSecret);
}

function proxyParts({ proxy }: Session): string[] {
  if (proxy === undefined) return [];
  const { hostname, username, password } = proxy.url;
  return [hostname, username, password].filter((part) => part.length >= shortestSecret);
}

/** An address elsewhere, as that of a captcha, holds nothing but marks of the visit in its query. */
function plainAddress(url: string, asked: string): string {
  const [came, given] = [new URL(url), new URL(asked)];
  const names = came.pathname === given.pathname ? new Set(given.searchParams.keys()) : new Set<string>();
  for (const name of [...came.searchParams.keys()]) if (!names.has(name)) came.searchParams.delete(name);
  came.username = '';
  came.password = '';
  return came.href;
}
