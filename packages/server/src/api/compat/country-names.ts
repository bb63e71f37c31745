import { countries } from '@svc/fetchers';

let codes: ReadonlyMap<string, string> | undefined;

/** The ISO code of a country's English name in any case; undefined where it is none. */
export function countryCode(name: string): string | undefined {
  codes ??= new Map(countries().map(({ code, name }) => [name.toLowerCase(), code.toLowerCase()]));
  return codes.get(name.trim().toLowerCase());
}
