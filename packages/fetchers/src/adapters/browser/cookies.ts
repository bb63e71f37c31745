import type { PageRequest, Session } from '../../types.js';
import type { OpenedPage } from './context.js';

/** A cookie in the DevTools protocol. */
interface BrowserCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** Seconds since 1970; −1 for the end of the session. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: string;
}

async function cookiesOf({ root, contextId }: OpenedPage): Promise<BrowserCookie[]> {
  const options = { browserContextId: contextId };
  return (await root.send<{ cookies: BrowserCookie[] }>('Storage.getCookies', options)).cookies;
}

/** Sets the cookies of a request in the page's context: those of the session, overridden by those of the request. */
export async function setPageCookies(
  opened: OpenedPage,
  { url, cookies }: PageRequest,
  session: Session,
): Promise<void> {
  const wanted = new Map([...pairsIn(await session.cookies.getCookieString(url)), ...Object.entries(cookies)]);
  const asked = new URL(url);
  for (const cookie of (await cookiesOf(opened)).filter((one) => isSentTo(one, asked))) {
    if (wanted.get(cookie.name) === cookie.value) wanted.delete(cookie.name);
    else await opened.page.deleteCookie(cookie.name, url); // left from an earlier request, or replaced since
  }
  const isPlain = asked.protocol === 'http:';
  const sent = [...wanted].filter(([name]) => !(isPlain && /^__(?:Secure|Host)-/.test(name)));
  if (sent.length === 0) return;
  const set = sent.map(([name, value]) => ({ name, value, url, path: '/' }));
  await opened.root.send('Storage.setCookies', { browserContextId: opened.contextId, cookies: set });
}

/** Copies the cookies set by a page into the session, except those of the request itself. */
export async function saveCookiesToSession(
  opened: OpenedPage,
  { url, cookies }: PageRequest,
  session: Session,
): Promise<void> {
  for (const { value, url: from } of opened.page.documents.cookies) await takeCookie(session, value, from);
  for (const cookie of (await cookiesOf(opened)).filter(({ name, value }) => cookies[name] !== value)) {
    await takeCookie(session, headerOf(cookie), ownerOf(cookie, url));
  }
}

/** The session ignores a cookie for another domain, as a browser does. */
async function takeCookie({ cookies }: Session, header: string, url: string): Promise<void> {
  await Promise.resolve(cookies.setCookie(header, url)).catch(() => undefined);
}

function pairsIn(header: string): [name: string, value: string][] {
  const pairs = header.split('; ').filter((pair) => pair.includes('='));
  return pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
}

/** Whether a cookie is sent to an address, RFC 6265 section 5.4. */
function isSentTo({ domain, path, secure }: BrowserCookie, { hostname, pathname, protocol }: URL): boolean {
  const isOwn = hostname === domain || (domain.startsWith('.') && `.${hostname}`.endsWith(domain));
  const isBelow = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return isOwn && isBelow && (!secure || protocol === 'https:');
}

/** The address from which a cookie may be set: that of the request if the host is the same. */
function ownerOf({ domain, path }: BrowserCookie, url: string): string {
  const host = domain.replace(/^\./, '');
  return host === new URL(url).hostname ? url : `https://${host}${path}`;
}

function headerOf({ name, value, domain, path, expires, httpOnly, secure, sameSite }: BrowserCookie): string {
  const parts = [`${name}=${value}`, `Path=${path}`];
  if (sameSite !== undefined) parts.push(`SameSite=${sameSite}`);
  if (domain.startsWith('.')) parts.push(`Domain=${domain.slice(1)}`);
  if (expires > 0) parts.push(`Expires=${new Date(expires * 1000).toUTCString()}`);
  if (httpOnly) parts.push('HttpOnly');
  if (secure) parts.push('Secure');
  return parts.join('; ');
}
