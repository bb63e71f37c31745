/** A release of a browser that header profiles claim. */
export interface BrowserVersion {
  /** Major version. */
  version: number;
  /** All four numbers, or two of Firefox, as a page may ask for them. */
  full: string;
  /** Day of its release, ISO 8601. */
  released: string;
}

/**
 * The versions that header profiles claim, and the only place that names them. Chrome is the version of Debian's Chromium,
 * with which `test/wire` was recorded; record again when it is raised. Days of release: `caniuse-lite`. Firefox for Android
 * has no extended support release, so it claims the current one, as Firefox on a desktop does.
 */
export const browserVersions: Readonly<Record<'chrome' | 'firefox', BrowserVersion>> = {
  chrome: { version: 156, full: '156.0.8078.79', released: '2026-10-20' },
  firefox: { version: 160, full: '160.0', released: '2026-11-10' },
};

const maxAgeDays = 56;
const dayLength = 86_400_000;

/** A claimed version that hardly anyone still uses. */
export interface OutdatedVersion extends BrowserVersion {
  browser: string;
  /** Whole days since its release. */
  ageDays: number;
}

/** Claimed versions released more than eight weeks before `now` (milliseconds since 1970): browsers update within days. */
export function outdatedVersions(now: number): OutdatedVersion[] {
  return Object.entries(browserVersions)
    .map(([browser, claimed]) => ({
      browser,
      ...claimed,
      ageDays: Math.floor((now - Date.parse(claimed.released)) / dayLength),
    }))
    .filter(({ ageDays }) => ageDays > maxAgeDays);
}
