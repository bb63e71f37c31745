import { parsedAddress } from '../words/address.js';
import { withoutInvisibleMarks } from '../words/text.js';

/**
 * A copy of a result for the caller. All texts are well-formed and without invisible characters, all addresses
 * absolute. Items without a usable link, other unusable addresses and sources without a title are left out. `origin` is
 * the base of relative links.
 *
 * No text of the copy shares memory with the page: V8 lets a slice of 13 characters or more point into the whole
 * string, so a result of some kilobytes would keep a page of megabytes alive.
 */
export function finished<T>(data: T, origin: string): T {
  return copyOf(data, origin) as T;
}

/** Whether an address is absolute and valid. */
export function isUsableLink(link: string): boolean {
  return validHost.test(link) || (absolute.test(link) && parsedAddress(link) !== undefined);
}

/** Host names that are known to be valid, whatever follows: parsing the whole address takes far longer. */
const validHost = /^https?:\/\/(?!xn--)(?:[a-z\d-]{1,63}\.(?!xn--)){1,8}[a-z][a-z\d]*(?:[/?#]|$)/i;

const absolute = /^(?:https?|ftp):\/\/[^/?#]/i;

/** Undefined for an object without a usable link. */
function copyOf(data: unknown, origin: string): unknown {
  if (typeof data === 'string') return ownText(cleanText(data));
  if (Array.isArray(data)) return data.map((item) => copyOf(item, origin)).filter((item) => item !== undefined);
  if (typeof data !== 'object' || data === null) return data;
  const copy: Record<string, unknown> = { ...data }; // own properties, including `__proto__`
  for (const name of Object.keys(copy)) {
    copy[name] = name === 'attributes' ? labelledTexts(copy[name]) : copyOf(copy[name], origin);
    if (otherAddresses.has(name) && typeof copy[name] === 'string') copy[name] = usableLink(copy[name], origin);
    if (copy[name] === undefined || (name === 'source' && isUntitled(copy[name]))) delete copy[name];
  }
  if (typeof copy.link !== 'string' || isUsableLink(copy.link)) return copy;
  const link = usableLink(copy.link, origin);
  return link === undefined ? undefined : { ...copy, link };
}

/** Properties beside `link` that are addresses. */
const otherAddresses: ReadonlySet<string> = new Set(['website', 'description_link', 'thumbnail', 'favicon']);

/** The absolute form of an address; undefined if it is unusable. Images may be `data:` addresses. */
function usableLink(address: string, origin: string): string | undefined {
  if (isUsableLink(address) || address.startsWith('data:image/')) return address;
  const link = parsedAddress(address, origin)?.href;
  return link !== undefined && isUsableLink(link) ? link : undefined;
}

/** The property names of this object are texts of the page too. */
function labelledTexts(texts: unknown): unknown {
  if (typeof texts !== 'object' || texts === null) return texts;
  const cleaned = Object.entries(texts).map(([label, text]) => [ownText(cleanText(label)), ownText(cleanText(text))]);
  return Object.fromEntries(cleaned);
}

/** Whether a source has no title left, because it consisted of invisible characters. */
function isUntitled(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'title' in source && source.title === '';
}

/** Removes lone surrogates, soft hyphens, bidirectional controls, zero-width spaces, word joiners and byte order marks. */
export function cleanText(text: string): string {
  return mayBeUnclean.test(text) ? withoutInvisibleMarks(text.replace(loneSurrogate, '\ufffd')) : text;
}

const loneSurrogate = /\p{Surrogate}/gu;
/** Also matches surrogate pairs: telling them apart takes far longer. */
const mayBeUnclean = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff]/;

/** Copies a text out of the string it was sliced from: V8 flattens a concatenation when it is sliced. */
function ownText(text: string): string {
  return text.length < minSlice ? text : ` ${text}`.slice(1);
}

/** V8 copies shorter slices. */
const minSlice = 13;
