import findTimeZone from '@photostructure/tz-lookup';
import type { SessionTraits } from '../types.js';

/** The time zone that most people of a country live in, where it has several. */
const mainZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
};

/** Where a browser may be, the surest first. */
export interface ZoneHints {
  place: SessionTraits['place'];
  /** Country that its address is in, ISO 3166-1 alpha-2. */
  country: string | undefined;
  /** Its first language, BCP 47. */
  locale: string;
}

/**
 * The time zone of a browser, by its coordinates, else the country of its address, else the region of its language; that
 * of this machine where none of them says any.
 */
export function timeZoneOf({ place, country, locale }: ZoneHints): string {
  if (place) return findTimeZone(place.lat, place.lon);
  const region = country ?? new Intl.Locale(locale).maximize().region;
  return zoneOfCountry(region?.toUpperCase()) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function zoneOfCountry(country = ''): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  // A property in older versions of V8, a method in newer ones; TypeScript knows neither.
  const locale = new Intl.Locale(`und-${country}`) as { timeZones?: string[]; getTimeZones?(): string[] };
  return mainZones[country] ?? (locale.getTimeZones?.() ?? locale.timeZones)?.[0];
}
