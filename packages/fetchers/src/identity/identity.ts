import { arch, platform as hostPlatform, release } from 'node:os';
import { findTimeZone } from '../heavy-packages.js';
import type { Device, HeaderProfile, PageRequest, Session, SessionTraits } from '../types.js';
import { browserVersions, headerProfiles } from './profiles.js';

/** A brand and its version, as in `sec-ch-ua`. */
interface Brand {
  brand: string;
  version: string;
}

/** The display of a device, as pages can read it. */
interface Display {
  /** Size of the page, in CSS pixels. */
  width: number;
  height: number;
  screenWidth: number;
  screenHeight: number;
  deviceScaleFactor: number;
  isTouch: boolean;
}

/** Everything that a browser reveals about itself to a page. All of it follows from one profile and one place. */
export interface Identity {
  userAgent: string;
  brands: readonly Brand[];
  fullVersionList: readonly Brand[];
  /** `navigator.platform`. */
  navigatorPlatform: string;
  /** `navigator.userAgentData.platform`. */
  platform: string;
  platformVersion: string;
  architecture: string;
  bitness: string;
  model: string;
  isMobile: boolean;
  /** `navigator.languages`, at least one. */
  languages: readonly string[];
  timeZone: string;
  display: Display;
  place: { lat: number; lon: number } | undefined;
}

const displays: Readonly<Record<Device, Display>> = {
  desktop: { width: 1366, height: 681, screenWidth: 1366, screenHeight: 768, deviceScaleFactor: 1, isTouch: false },
  mobile: { width: 412, height: 915, screenWidth: 412, screenHeight: 915, deviceScaleFactor: 2.625, isTouch: true },
  tablet: { width: 800, height: 1280, screenWidth: 800, screenHeight: 1280, deviceScaleFactor: 2, isTouch: true },
};

interface Platform {
  navigatorPlatform: string;
  version: string;
  architecture: string;
  bitness: string;
  model: string;
}

const isArm = arch() === 'arm64';

/** Further client hints of Chrome per platform. On Android, they are the same for every device. */
const platforms: Readonly<Record<string, Platform>> = {
  Windows: { navigatorPlatform: 'Win32', version: '19.0.0', architecture: 'x86', bitness: '64', model: '' },
  macOS: { navigatorPlatform: 'MacIntel', version: '15.5.0', architecture: 'arm', bitness: '64', model: '' },
  Linux: {
    navigatorPlatform: `Linux ${isArm ? 'aarch64' : 'x86_64'}`,
    version: release().split('-')[0]!,
    architecture: isArm ? 'arm' : 'x86',
    bitness: '64',
    model: '',
  },
  Android: { navigatorPlatform: 'Linux armv81', version: '15.0.0', architecture: '', bitness: '', model: 'K' },
};

const hostPlatforms: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/**
 * Whether a Chromium on this machine can present a profile: a Chrome profile and, for desktops, one of this operating system, because
 * fonts and graphics reveal the system.
 */
export function canChromiumImpersonate(profile: HeaderProfile): boolean {
  if (profile.navigation['sec-ch-ua'] === undefined) return false;
  return (profile.device ?? 'desktop') !== 'desktop' || platformIn(profile) === hostPlatforms[hostPlatform()];
}

/** The identity of a session in Chromium: from its profile, or from a profile of the same device that Chromium can present. */
export function chromiumIdentity(session: Session, { headers }: PageRequest): Identity {
  const profile = playableProfile(session);
  const platform = platformIn(profile);
  const { navigatorPlatform, version, ...machine } = platforms[platform] ?? platforms.Linux!;
  const brands = brandsIn(profile.navigation['sec-ch-ua'] ?? '');
  const languages = languagesOf(session.locale, headers['accept-language']);
  return {
    userAgent: profile.navigation['user-agent']!,
    brands,
    fullVersionList: brands.map(withFullVersion),
    navigatorPlatform,
    platform,
    platformVersion: version,
    ...machine,
    isMobile: profile.navigation['sec-ch-ua-mobile'] === '?1',
    languages,
    timeZone: timeZoneOf({ place: session.place, country: session.proxy?.country, locale: languages[0]! }),
    display: displays[session.device ?? 'desktop'],
    place: session.place,
  };
}

function playableProfile({ profile, device = 'desktop' }: Session): HeaderProfile {
  const isOfDevice = (profile.device ?? 'desktop') === device;
  if (isOfDevice && profile.navigation['sec-ch-ua'] !== undefined) return profile;
  const ofDevice = headerProfiles.filter((one) => (one.device ?? 'desktop') === device);
  return ofDevice.find(canChromiumImpersonate) ?? ofDevice[0]!;
}

function platformIn({ navigation }: HeaderProfile): string {
  return (navigation['sec-ch-ua-platform'] ?? '').replaceAll('"', '');
}

function brandsIn(header: string): Brand[] {
  return Array.from(header.matchAll(/"([^"]*)";v="([^"]*)"/g), ([, brand = '', version = '']) => ({ brand, version }));
}

function withFullVersion({ brand, version }: Brand): Brand {
  const { chrome } = browserVersions;
  return { brand, version: version === String(chrome.version) ? chrome.full : `${version}.0.0.0` };
}

/** The request's languages without weights, or the session's locale and its language. */
function languagesOf(locale: string | undefined, accepted = ''): string[] {
  const found = accepted.match(/(?<![\w-])[A-Za-z]{2,3}(?:-\w+)*/g) ?? [];
  if (found.length > 0) return found;
  return locale === undefined ? ['en-US', 'en'] : [...new Set([locale, new Intl.Locale(locale).language])];
}

/** The most populous time zone of countries that have several. */
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

/** Evidence for the location of a browser, most reliable first. */
interface ZoneHints {
  place: SessionTraits['place'];
  /** Country of its IP address, ISO 3166-1 alpha-2. */
  country: string | undefined;
  /** Its first language, BCP 47. */
  locale: string;
}

/**
 * The time zone of a browser: from its coordinates, the country of its address or the region of its language, in this order. The
 * default is the time zone of this machine.
 */
function timeZoneOf({ place, country, locale }: ZoneHints): string {
  if (place) return findTimeZone(place.lat, place.lon);
  const region = country ?? new Intl.Locale(locale).maximize().region;
  return zoneOfCountry(region?.toUpperCase()) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function zoneOfCountry(country = ''): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  // A property in older versions of V8 and a method in newer ones; missing in TypeScript's types.
  const locale = new Intl.Locale(`und-${country}`) as { timeZones?: string[]; getTimeZones?(): string[] };
  return mainZones[country] ?? (locale.getTimeZones?.() ?? locale.timeZones)?.[0];
}
