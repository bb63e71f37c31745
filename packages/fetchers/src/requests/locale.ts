import { isoCountry } from '../places/countries.js';

/**
 * `Accept-Language` for a language and a country: `de-AT,de;q=0.9`. Of the two, what is not given follows from the
 * other: the language most used in the country, or no country at all.
 *
 * @param language BCP 47, such as `de` or `pt-BR`; its own region wins over `country`, and a script stands for one
 * @param country ISO 3166-1 alpha-2 in any case, also `uk`
 * @default `en-US,en;q=0.9`
 */
export function acceptLanguage(language?: string, country?: string): string {
  if (language === undefined && country === undefined) return acceptLanguage('en', 'US');
  const region = country && isoCountry(country);
  const locale = new Intl.Locale(language ?? new Intl.Locale(`und-${region}`).maximize().language);
  const localRegion = locale.region ?? region ?? (locale.script && locale.maximize().region);
  return localRegion ? `${locale.language}-${localRegion},${locale.language};q=0.9` : locale.language;
}

/** The country that a request is about, as a proxy of it is tagged; nothing where none is given. */
export function countryOf(country: string | undefined): { country?: string } {
  return country === undefined ? {} : { country: isoCountry(country).toLowerCase() };
}

/** The address with those parameters that are given, in their order. */
export function buildUrl(address: string, params: Readonly<Record<string, string | number | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url.href;
}

/** How old a result may be at most. */
export type Freshness = 'day' | 'week' | 'month' | 'year';
