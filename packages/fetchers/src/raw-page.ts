import { plainHeaders } from './adapters/body.js';
import { FetchError } from './errors.js';
import { parsedAddress } from './hosts.js';
import type { RawPage } from './types.js';

/** What each part of a page must be. */
const parts: Readonly<Record<keyof RawPage, readonly [must: string, is: (value: unknown) => boolean]>> = {
  url: ['an address', (url) => typeof url === 'string' && parsedAddress(url) !== undefined],
  status: ['a status of HTTP', (status) => Number.isInteger(status)],
  headers: ['an object of texts', isTexts],
  body: ['a Uint8Array', (body) => body instanceof Uint8Array],
};

/**
 * The page that an adapter gave, where it is one. Adapters are written by others, and what a service sent them may lack
 * anything. Throws a `FetchError` of code `bad_response` that names the parts which are not as they must be.
 */
export function checkedPage(page: unknown): RawPage {
  if (typeof page !== 'object' || page === null) throw noPage(['it must be an object']);
  const given = page as Partial<RawPage>;
  const faults = (Object.keys(parts) as (keyof RawPage)[]).flatMap((name) => {
    const [must, is] = parts[name];
    return is(given[name]) ? [] : [`${name} must be ${must}`];
  });
  if (faults.length > 0) throw noPage(faults);
  const { url, status, headers, body } = page as RawPage; // one by one: a class may have them as getters
  return { url, status, headers: plainHeaders(headers), body };
}

/** Repeated headers may still be lists, as Node has them. The `Headers` of `fetch` would seem to be none at all. */
function isTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Headers) return false;
  return Object.values(value).every((text) => ['string', 'undefined'].includes(typeof text) || Array.isArray(text));
}

function noPage(faults: readonly string[]): FetchError {
  return new FetchError('bad_response', `What the adapter gave is no page: ${faults.join('; ')}`);
}
