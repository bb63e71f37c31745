import { domainToUnicode } from 'node:url';
import { parseUrl } from '../engines.js';
import type { PageRequest, RawPage, Session, SessionCookies } from '../types.js';

/** Names of URL parameters whose values are credentials. */
const secretNames =
  /(?:^|[_.-])(?:key|apikey|token|secret|auth|authorization|credentials?|password|passwd|pwd|pass|jwt|sig|signature|sid|session)$/i;
/** Request headers whose values are credentials. */
const secretHeaders = /auth|cookie|token|secret|password|credential|signature|(?:^|-)(?:api)?key$/i;

/** Whether a URL parameter is a credential, not part of the search. */
export function isSecretParam(name: string): boolean {
  return secretNames.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'));
}

/**
 * All known secrets of a fetch: credentials and address of the proxy, credentials in URLs, headers and parameters, values of
 * cookies, and the given ones.
 */
export async function secretsOf(
  { request, page, session }: { request: PageRequest; page?: RawPage; session?: Session | undefined },
  given: readonly string[] = [],
): Promise<string[]> {
  const addresses = [request.url, page?.url ?? request.url].flatMap((url) => parseUrl(url) ?? []);
  const proxy = session?.proxy ? [session.proxy.url] : [];
  const headers = Object.entries(request.headers).filter(([name]) => secretHeaders.test(name));
  const found = [
    ...given.flatMap((secret) => [secret, decoded(secret)]),
    ...[...proxy, ...addresses].flatMap(credentialsOf),
    ...proxy.flatMap(({ hostname, host }) => [hostname, host, bare(hostname), domainToUnicode(hostname)]),
    ...addresses.flatMap(({ searchParams }) =>
      [...searchParams].filter(([name]) => isSecretParam(name)).map(([, value]) => value),
    ),
    ...headers.flatMap(([, value]) => credentialsIn(value)),
    ...(session === undefined ? [] : await cookieValues(session, addresses)),
  ];
  return [...new Set(found)];
}

/** User, password and both joined, percent-encoded and decoded. */
function credentialsOf({ username, password }: URL): string[] {
  if (username === '' && password === '') return [];
  return [...pairOf(username, password), ...pairOf(decoded(username), decoded(password))];
}

function pairOf(user: string, password: string): string[] {
  return [user, password, `${user}:${password}`, `${password}:${user}`];
}

/** The credentials of a header, with and without the scheme, the decoded content of `Basic`, and the values of parameters. */
function credentialsIn(value: string): string[] {
  const token = value.slice(value.indexOf(' ') + 1);
  const login = /^basic /i.test(value) ? loginIn(Buffer.from(token, 'base64').toString()) : [];
  return [value, token, ...login, ...value.split(/[;,]/).map(valueIn)];
}

function loginIn(text: string): string[] {
  const [user, password = ''] = text.split(/:(.*)/s);
  return pairOf(user!, password);
}

/** The value of `name=value` without quotes, or the whole text if it has no name. */
function valueIn(pair: string): string {
  const value = pair.slice(pair.indexOf('=') + 1).trim();
  return value.replace(/^"(.*)"$/s, '$1');
}

/** Removes the brackets of an IPv6 address. */
function bare(hostname: string): string {
  return hostname.replace(/[[\]]/g, '');
}

async function cookieValues({ cookies }: Session, urls: readonly URL[]): Promise<string[]> {
  const headers = await Promise.all(urls.map(({ href }) => cookies.getCookieString(href)));
  return headers.flatMap(valuesIn);
}

/** The values of cookies in a `Cookie` header. */
function valuesIn(header: string): string[] {
  return header.split(';').map(valueIn);
}

/**
 * Cookies that remember the values of all that are sent and received. An answer may replace or delete a cookie that its page
 * contains, and a redirect may set one that the next answer replaces.
 */
export function recordCookieValues(cookies: SessionCookies): { cookies: SessionCookies; values: ReadonlySet<string> } {
  const values = new Set<string>();
  const watched: SessionCookies = {
    async getCookieString(url) {
      const header = await cookies.getCookieString(url);
      for (const value of valuesIn(header)) values.add(value);
      return header;
    },
    setCookie(cookie, url) {
      values.add(valueIn(cookie.split(';')[0]!));
      return cookies.setCookie(cookie, url);
    },
  };
  return { cookies: watched, values };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a `%` that is not an escape
  }
}
