import type { BrowserContext, Cookie } from 'playwright-core';
import type { PageRequest, Session } from '../../types.js';

/** Gives a browser context the cookies that a request is to carry: those of the session, with its own on top. */
export async function lendCookies(
  context: BrowserContext,
  { url, cookies }: PageRequest,
  session: Session,
): Promise<void> {
  const wanted = new Map([...pairsIn(await session.cookies.getCookieString(url)), ...Object.entries(cookies)]);
  for (const { name, value } of await context.cookies(url)) {
    if (wanted.get(name) === value) wanted.delete(name);
    else await context.clearCookies({ name }); // of an earlier request, or renewed since
  }
  const isPlain = url.startsWith('http:');
  const sent = [...wanted].filter(([name]) => !(isPlain && /^__(?:Secure|Host)-/.test(name)));
  await context.addCookies(sent.map(([name, value]) => ({ name, value, url })));
}

/** Takes the cookies that came to a browser context into the session; those that the request brought stay its own. */
export async function keepCookies(
  context: BrowserContext,
  { url, cookies }: PageRequest,
  session: Session,
): Promise<void> {
  const came = await context.cookies();
  for (const cookie of came.filter(({ name, value }) => cookies[name] !== value)) {
    await takeCookie(session, headerOf(cookie), ownerOf(cookie, url));
  }
}

/** One that does not belong where it came from is refused by the session, as by a browser. */
export async function takeCookie({ cookies }: Session, header: string, url: string): Promise<void> {
  await Promise.resolve(cookies.setCookie(header, url)).catch(() => undefined);
}

function pairsIn(header: string): [name: string, value: string][] {
  const pairs = header.split('; ').filter((pair) => pair.includes('='));
  return pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
}

/** The address that may set a cookie: the request's own where the host is the same. */
function ownerOf({ domain, path }: Cookie, url: string): string {
  const host = domain.replace(/^\./, '');
  return host === new URL(url).hostname ? url : `https://${host}${path}`;
}

function headerOf({ name, value, domain, path, expires, httpOnly, secure, sameSite }: Cookie): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `SameSite=${sameSite}`];
  if (domain.startsWith('.')) parts.push(`Domain=${domain.slice(1)}`);
  if (expires > 0) parts.push(`Expires=${new Date(expires * 1000).toUTCString()}`);
  if (httpOnly) parts.push('HttpOnly');
  if (secure) parts.push('Secure');
  return parts.join('; ');
}
