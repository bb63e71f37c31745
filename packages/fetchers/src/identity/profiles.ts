import type { Operation } from '../engines.js';
import { loadToughCookie } from '../heavy-packages.js';
import type { Device, HeaderProfile, PageRequest } from '../types.js';

/** A browser release that header profiles claim to be. */
export interface BrowserVersion {
  /** Major version. */
  version: number;
  /** Full version, as readable by pages: four numbers, or two for Firefox. */
  full: string;
  /** Release date, ISO 8601. */
  released: string;
}

/**
 * The versions that header profiles claim to be, defined here only. Chrome is the version of Debian's Chromium, with which
 * `test/wire` was recorded; record again after an update. Release dates are from `caniuse-lite`. Firefox for Android has no extended
 * support release, so all Firefox profiles use the current release.
 */
export const browserVersions: Readonly<Record<'chrome' | 'firefox', BrowserVersion>> = {
  chrome: { version: 156, full: '156.0.8078.79', released: '2026-10-20' },
  firefox: { version: 160, full: '160.0', released: '2026-11-10' },
};

const maxAgeDays = 56;
const dayLength = 86_400_000;

/** A claimed version that is too old to be common. */
export interface OutdatedVersion extends BrowserVersion {
  browser: string;
  /** Full days since its release. */
  ageDays: number;
}

/** Claimed versions released more than eight weeks before `now`; browsers update within days. @param now milliseconds since 1970 */
export function outdatedVersions(now: number): OutdatedVersion[] {
  return Object.entries(browserVersions)
    .map(([browser, claimed]) => ({
      browser,
      ...claimed,
      ageDays: Math.floor((now - Date.parse(claimed.released)) / dayLength),
    }))
    .filter(({ ageDays }) => ageDays > maxAgeDays);
}

const greaseMarks = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const greaseVersions = ['8', '99', '24'] as const;
/** Positions of the GREASE brand, Chromium and Chrome in the list, by version modulo 6. */
const brandOrders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** `sec-ch-ua` of a version of Chrome. The version determines the GREASE brand and the order. */
function brandsOf(version: number): string {
  const [first, second] = [greaseMarks[version % 11], greaseMarks[(version + 1) % 11]];
  const brands = [
    [`Not${first}A${second}Brand`, greaseVersions[version % 3]],
    ['Chromium', version],
    ['Google Chrome', version],
  ] as const;
  const placed: string[] = [];
  for (const [index, [brand, claimed]] of brands.entries()) {
    placed[brandOrders[version % 6]![index]!] = `"${brand}";v="${claimed}"`;
  }
  return placed.join(', ');
}

/** Browsers also accept zstd, which Node.js decodes since 22.15; older versions do not request it. */
const acceptEncoding = `gzip, deflate, br${'zstd' in process.versions ? ', zstd' : ''}`;

/** Order and spelling of a browser's headers over HTTP/1.1, from `test/wire`. */
const chromeOrder: HeaderProfile['order'] = {
  navigation: [
    ...['Host', 'Connection', 'Cache-Control', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'],
    ...['Upgrade-Insecure-Requests', 'User-Agent', 'Accept'],
    ...['Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-User', 'Sec-Fetch-Dest'],
    ...['Referer', 'Accept-Encoding', 'Accept-Language', 'Cookie'],
  ],
  data: [
    ...['Host', 'Connection', 'sec-ch-ua-platform', 'User-Agent', 'sec-ch-ua', 'sec-ch-ua-mobile', 'Accept'],
    ...['Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest'],
    ...['Referer', 'Accept-Encoding', 'Accept-Language', 'Cookie'],
  ],
};

const firefoxOrder: HeaderProfile['order'] = {
  navigation: [
    ...['Host', 'User-Agent', 'Accept', 'Accept-Language', 'Accept-Encoding', 'Connection', 'Referer', 'Cookie'],
    ...[
      'Upgrade-Insecure-Requests',
      'Sec-Fetch-Dest',
      'Sec-Fetch-Mode',
      'Sec-Fetch-Site',
      'Sec-Fetch-User',
      'Priority',
    ],
  ],
  data: [
    ...['Host', 'User-Agent', 'Accept', 'Accept-Language', 'Accept-Encoding', 'Referer', 'Connection', 'Cookie'],
    ...['Sec-Fetch-Dest', 'Sec-Fetch-Mode', 'Sec-Fetch-Site', 'Priority'],
  ],
};

const navigationFetch = {
  'upgrade-insecure-requests': '1',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
} as const;

const dataFetch = {
  accept: '*/*',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
} as const;

/**
 * The profiles, by device; sessions rotate through them. Chrome for Android reveals neither the model nor the system version. The
 * header order on phones and tablets equals that on desktops.
 */
export const headerProfiles: readonly HeaderProfile[] = [
  chrome('chrome-windows', { system: 'Windows NT 10.0; Win64; x64', platform: 'Windows' }),
  firefox('firefox-windows', { system: 'Windows NT 10.0; Win64; x64' }),
  chrome('chrome-mac', { system: 'Macintosh; Intel Mac OS X 10_15_7', platform: 'macOS' }),
  firefox('firefox-linux', { system: 'X11; Linux x86_64' }),
  chrome('chrome-linux', { system: 'X11; Linux x86_64', platform: 'Linux' }),
  chrome('chrome-phone', { system: 'Linux; Android 10; K', platform: 'Android', device: 'mobile' }),
  firefox('firefox-phone', { system: 'Android 15; Mobile', device: 'mobile' }),
  chrome('chrome-tablet', { system: 'Linux; Android 10; K', platform: 'Android', device: 'tablet' }),
  firefox('firefox-tablet', { system: 'Android 15; Tablet', device: 'tablet' }),
];

/** Whether an operation is requested by a page's script, not by navigation. */
export function isRequestedByScript(operation: Operation): boolean {
  return operation === 'alpha.autocomplete';
}

/** The headers that a browser with this profile sends. Headers of the request take precedence. */
export function browserHeaders(profile: HeaderProfile, request: PageRequest): Record<string, string> {
  const isFetched = isRequestedByScript(request.operation);
  const usual = isFetched ? profile.data : profile.navigation;
  // A script's request has its page as referrer; with the default referrer policy, only the origin.
  const referer = request.headers.referer ?? (isFetched ? `${new URL(request.url).origin}/` : undefined);
  const site = referer === undefined ? {} : { 'sec-fetch-site': siteOf(referer, request.url) };
  return { ...usual, ...(referer !== undefined && { referer }), ...site, ...request.headers };
}

/** The order and spelling of the headers that a profile sends for an operation. */
export function headerOrder({ order }: HeaderProfile, operation: Operation): readonly string[] {
  return isRequestedByScript(operation) ? order.data : order.navigation;
}

/** `Sec-Fetch-Site` for a referrer. */
function siteOf(referer: string, url: string): string {
  const [from, to] = [new URL(referer), new URL(url)];
  if (from.origin === to.origin) return 'same-origin';
  return siteNameOf(from) === siteNameOf(to) ? 'same-site' : 'cross-site';
}

/** The registrable domain of a host. Any other host is its own site. */
function siteNameOf({ protocol, hostname }: URL): string {
  const name = loadToughCookie().getPublicSuffix(hostname, { allowSpecialUseDomain: true, ignoreError: true });
  return `${protocol}//${name ?? hostname}`;
}

/** The system in a browser's `User-Agent`. */
interface Machine {
  system: string;
  device?: Device;
}

function chrome(name: string, { system, platform, device }: Machine & { platform: string }): HeaderProfile {
  const { version } = browserVersions.chrome;
  const isPhone = device === 'mobile';
  const identity = {
    'sec-ch-ua': brandsOf(version),
    'sec-ch-ua-mobile': isPhone ? '?1' : '?0',
    'sec-ch-ua-platform': `"${platform}"`,
    'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${isPhone ? ' Mobile' : ''} Safari/537.36`,
    'accept-encoding': acceptEncoding,
  };
  const accept =
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/jxl,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';
  return {
    name,
    navigation: { ...identity, accept, ...navigationFetch },
    data: { ...identity, ...dataFetch },
    order: chromeOrder,
    ...(device && { device }),
  };
}

function firefox(name: string, { system, device }: Machine): HeaderProfile {
  const { version } = browserVersions.firefox;
  const engine = device === undefined ? '20100101' : `${version}.0`; // only desktops send the frozen date
  const identity = {
    'user-agent': `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/${engine} Firefox/${version}.0`,
    'accept-encoding': acceptEncoding,
  };
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  return {
    name,
    navigation: { ...identity, accept, ...navigationFetch, priority: 'u=0, i' },
    data: { ...identity, ...dataFetch, priority: 'u=4' },
    order: firefoxOrder,
    ...(device && { device }),
  };
}
