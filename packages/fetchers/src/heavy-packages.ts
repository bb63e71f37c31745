import { createRequire } from 'node:module';
import type TimeZoneLookup from '@photostructure/tz-lookup';
import type * as Socks from 'socks';
import type * as ToughCookie from 'tough-cookie';

// Packages that many processes never use, such as commands that only parse. `require`, as their callers do not wait, and
// because Node.js scans the whole source of a CommonJS module that is imported: for the list of public suffixes, this
// takes longer than everything of ours.
const require = createRequire(import.meta.url);

/** Loads the package of cookies, with its list of public suffixes, at the first call. */
export function loadToughCookie(): typeof ToughCookie {
  return require('tough-cookie') as typeof ToughCookie;
}

/** Loads the client of SOCKS proxies at the first call. */
export function loadSocksClient(): typeof Socks.SocksClient {
  return (require('socks') as typeof Socks).SocksClient;
}

/** The time zone of a place. Loads the map of time zones at the first call. */
export function findTimeZone(lat: number, lon: number): string {
  return (require('@photostructure/tz-lookup') as typeof TimeZoneLookup)(lat, lon);
}
