import { toIsoCountryCode } from '../places/countries.js';

/**
 * `Accept-Language` for a language and a country: `de-AT,de;q=0.9`. A missing language is the most common one of the country; a
 * missing country is left out.
 *
 * @param language BCP 47, such as `de` or `pt-BR`; its region takes precedence over `country`, and so does a script
 * @param country ISO 3166-1 alpha-2 in any case, also `uk`
 * @default `en-US,en;q=0.9`
 */
export function acceptLanguage(language?: string, country?: string): string {
  if (language === undefined && country === undefined) return acceptLanguage('en', 'US');
  const region = country && toIsoCountryCode(country);
  const locale = new Intl.Locale(language ?? new Intl.Locale(`und-${region}`).maximize().language);
  const localRegion = locale.region ?? region ?? (locale.script && locale.maximize().region);
  return localRegion ? `${locale.language}-${localRegion},${locale.language};q=0.9` : locale.language;
}

/** `PageRequest.country` for a country; an empty object if none is given. */
export function countryField(country: string | undefined): { country?: string } {
  return country === undefined ? {} : { country: toIsoCountryCode(country).toLowerCase() };
}

/** Throws for a query or a page number that no search can have, and that the engine would replace by others without a word. */
export function assertQueryAndPage({ query, page = 1 }: { query: string; page?: number | undefined }): void {
  if (typeof query !== 'string' || query.trim() === '')
    throw new TypeError(`query must be a string with words, not ${JSON.stringify(query)}`);
  if (!Number.isInteger(page) || page < 1)
    throw new RangeError(`page must be an integer of at least 1, not ${JSON.stringify(page)}`);
}

/** The address with the parameters that have a value, in order. */
export function buildUrl(address: string, params: Readonly<Record<string, string | number | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url.href;
}

/** Maximum age of a result. */
export type Freshness = 'day' | 'week' | 'month' | 'year';
