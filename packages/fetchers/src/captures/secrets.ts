import type { PageRequest, RawPage, Session } from '../types.js';

/** The minimum length of a secret to search for, because shorter texts also occur by chance. */
const shortest = 6;

/** Names of URL parameters whose values are credentials. */
const secretNames =
  /(?:^|[_.-])(?:key|apikey|token|secret|auth|authorization|password|passwd|pwd|pass|sig|signature|sid|session)$/i;
/** Request headers whose values are credentials. */
const secretHeaders = /^(?:authorization|proxy-authorization|cookie)$|^x-.*(?:auth|(?:key|token|secret)$)/i;

/** Whether a URL parameter is a credential, not part of the search. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'));
}

/**
 * All known secrets of a fetch: credentials and address of the proxy, credentials in URLs, headers and parameters, values of
 * cookies, and the given ones.
 */
export async function secretsOf(
  { request, page, session }: { request: PageRequest; page: RawPage; session: Session },
  given: readonly string[],
): Promise<string[]> {
  const addresses = [new URL(request.url), new URL(page.url)];
  const proxy = session.proxy ? [session.proxy.url] : [];
  const headers = Object.entries(request.headers).filter(([name]) => secretHeaders.test(name));
  const found = [
    ...given.flatMap((secret) => [secret, decoded(secret)]),
    ...[...proxy, ...addresses].flatMap(credentialsOf),
    ...proxy.flatMap(({ hostname, host }) => [hostname, host]),
    ...addresses.flatMap(({ searchParams }) =>
      [...searchParams].filter(([name]) => isSecretName(name)).map(([, value]) => value),
    ),
    ...headers.flatMap(([, value]) => credentialsIn(value)),
    ...(await cookieValues(session, addresses)),
  ];
  return [...new Set(found)].filter((secret) => secret.length >= shortest);
}

/** User, password and both joined, percent-encoded and decoded. */
function credentialsOf({ username, password }: URL): string[] {
  if (username === '' && password === '') return [];
  const [user, word] = [decoded(username), decoded(password)];
  return [username, password, `${username}:${password}`, user, word, `${user}:${word}`];
}

/** The credentials of a header, with and without the scheme, and the decoded content of `Basic`. */
function credentialsIn(value: string): string[] {
  const [scheme = '', token = ''] = value.split(/ (.*)/s);
  const basic = /^basic$/i.test(scheme) ? Buffer.from(token, 'base64').toString() : '';
  const pairs = /[=;]/.test(value) ? value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1)) : [];
  return [value, token, basic, ...basic.split(/:(.*)/s), ...pairs];
}

async function cookieValues({ cookies }: Session, urls: readonly URL[]): Promise<string[]> {
  const headers = await Promise.all(urls.map(({ href }) => cookies.getCookieString(href)));
  return headers.flatMap((header) => header.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a `%` that is not an escape
  }
}

type Encoding = (text: string) => string;

const percent: Encoding = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const lowerHex: Encoding = (text) => text.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
const form: Encoding = (text) => new URLSearchParams({ '': text }).toString().slice(1);
const json: Encoding = (text) => JSON.stringify(text).slice(1, -1);
/** Writes every character other than ASCII letters and digits as `\uXXXX`. */
const jsonCodes: Encoding = (text) =>
  text.replace(/[^\w. -]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const html: Encoding = (text) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;');

/** The encodings in which a secret may appear, applied to the secret itself and to results of other encodings. */
const inner: readonly Encoding[] = [
  (text) => text,
  encodeURIComponent,
  percent,
  encodeURI,
  form,
  (text) =>
    Buffer.from(text)
      .toString('base64')
      .replace(/={1,2}$/, ''),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) =>
    Buffer.from(text, 'latin1')
      .toString('base64')
      .replace(/={1,2}$/, ''),
];
const outer: readonly Encoding[] = [
  (text) => text,
  encodeURIComponent,
  percent,
  form,
  json,
  (text) => json(text).replaceAll('/', '\\/'),
  jsonCodes,
  html,
];

/** All forms in which secrets may appear in a text, longest first. */
export function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => {
    const once = [...inner.map((encode) => encode(wellFormed(secret))), ...shiftedBase64(secret)];
    const twice = once.flatMap((text) => outer.map((encode) => encode(text)));
    return [
      ...twice,
      ...twice.map(lowerHex),
      ...twice.map((text) => text.toUpperCase()).filter((text) => /^[\dA-F]+$/.test(text)),
    ];
  });
  return [...new Set(forms)].filter((text) => text.length >= shortest).sort((a, b) => b.length - a.length);
}

/** A lone surrogate cannot be percent-encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The base64 of a text inside a longer text, for each alignment, without the characters that depend on its neighbours. */
function shiftedBase64(secret: string): string[] {
  return [1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = bytes.toString('base64').replace(/={1,2}$/, '');
    const kept = whole.slice(before + 1, bytes.length % 3 === 0 ? undefined : -1);
    return kept.length >= 8 ? [kept, kept.replaceAll('+', '-').replaceAll('/', '_')] : [];
  });
}
