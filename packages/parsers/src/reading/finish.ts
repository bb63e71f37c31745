import { parsedAddress } from '../words/address.js';

/**
 * A copy of a result as callers get it: every text well-formed and without marks that only steer its display, every
 * address absolute. An item whose link leads nowhere is left out, and so are other addresses that do, and sources without
 * a title; `origin` is what relative links are relative to.
 *
 * No text of the copy shares memory with the page that it was cut from. V8 lets a slice of 13 characters and more point
 * into the whole: a result of some kilobytes would keep its page of megabytes alive.
 */
export function finished<T>(data: T, origin: string): T {
  return copyOf(data, origin) as T;
}

/** Whether an address is absolute and can be taken apart. */
export function isUsableLink(link: string): boolean {
  return plain.test(link) || (absolute.test(link) && parsedAddress(link) !== undefined);
}

/** Names of hosts that nothing is wrong with, whatever follows: to take the whole address apart takes far longer. */
const plain = /^https?:\/\/(?!xn--)(?:[a-z\d-]{1,63}\.(?!xn--)){1,8}[a-z][a-z\d]*(?:[/?#]|$)/i;

const absolute = /^(?:https?|ftp):\/\/[^/?#]/i;

/** Undefined for an object whose link leads nowhere. */
function copyOf(data: unknown, origin: string): unknown {
  if (typeof data === 'string') return ownText(cleanText(data));
  if (Array.isArray(data)) return data.map((item) => copyOf(item, origin)).filter((item) => item !== undefined);
  if (typeof data !== 'object' || data === null) return data;
  const copy: Record<string, unknown> = { ...data }; // its own names from here on, `__proto__` too
  for (const name of Object.keys(copy)) {
    copy[name] = name === 'attributes' ? labelledTexts(copy[name]) : copyOf(copy[name], origin);
    if (further.has(name) && typeof copy[name] === 'string') copy[name] = usableLink(copy[name], origin);
    if (copy[name] === undefined || (name === 'source' && isUntitled(copy[name]))) delete copy[name];
  }
  if (typeof copy.link !== 'string' || isUsableLink(copy.link)) return copy;
  const link = usableLink(copy.link, origin);
  return link === undefined ? undefined : { ...copy, link };
}

/** Properties beside `link` that are addresses. */
const further: ReadonlySet<string> = new Set(['website', 'description_link', 'thumbnail', 'favicon']);

/** The address made absolute, undefined where it leads nowhere. Pictures may be in the address itself. */
function usableLink(address: string, origin: string): string | undefined {
  if (isUsableLink(address) || address.startsWith('data:image/')) return address;
  const link = parsedAddress(address, origin)?.href;
  return link !== undefined && isUsableLink(link) ? link : undefined;
}

/** The names of these properties are the page's own words. */
function labelledTexts(texts: unknown): unknown {
  if (typeof texts !== 'object' || texts === null) return texts;
  const cleaned = Object.entries(texts).map(([label, text]) => [ownText(cleanText(label)), ownText(cleanText(text))]);
  return Object.fromEntries(cleaned);
}

/** Whether a page that is named as a source has no name: a title of nothing but marks that no person sees. */
function isUntitled(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'title' in source && source.title === '';
}

/** Without lone surrogates, bidirectional controls, zero-width spaces, word joiners and byte order marks. */
export function cleanText(text: string): string {
  return unclean.test(text) ? text.replace(lone, '\ufffd').replace(invisible, '') : text;
}

const lone = /\p{Surrogate}/gu;
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Pairs of surrogates too: a pattern that tells them apart takes far longer. */
const unclean = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff]/;

/** A concatenation is made into a text of its own as soon as it is sliced. */
function ownText(text: string): string {
  return text.length < shortestSlice ? text : ` ${text}`.slice(1);
}

/** V8 copies what is shorter. */
const shortestSlice = 13;
