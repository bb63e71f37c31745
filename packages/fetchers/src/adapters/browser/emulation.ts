import type { Identity } from '../../identity/identity.js';
import type { OptionNames } from '../../known-options.js';
import type { CdpSession } from './protocol.js';
import type { TargetInfo } from './targets.js';

/**
 * Applies an identity to a target. Chromium rejects commands that a type of target does not support; these errors are ignored.
 * `ready` resolves when the commands that a page needs are done.
 */
export function applyIdentity(
  session: CdpSession,
  { type }: TargetInfo,
  identity: Identity,
): { ready: Promise<unknown> } {
  const named = session.send('Emulation.setUserAgentOverride', userAgentOverride(identity));
  if (type === 'page' || type === 'iframe') {
    session.sendIgnoringErrors('Emulation.setLocaleOverride', { locale: identity.languages[0] });
    session.sendIgnoringErrors('Emulation.setTimezoneOverride', { timezoneId: identity.timeZone });
  } else {
    session.sendIgnoringErrors('Network.enable');
    const headers = { 'User-Agent': identity.userAgent, 'Accept-Language': acceptLanguage(identity) };
    session.sendIgnoringErrors('Network.setExtraHTTPHeaders', { headers });
    session.sendIgnoringErrors('Runtime.evaluate', { expression: workerOverride(identity) });
  }
  if (type !== 'page') {
    named.catch(() => undefined);
    return { ready: Promise.resolve() };
  }
  return {
    ready: Promise.all([named, ...pageOverrides(identity).map(([name, params]) => session.send(name, params))]),
  };
}

function userAgentOverride(identity: Identity): Record<string, unknown> {
  const { userAgent, navigatorPlatform, languages, brands, fullVersionList, platform, platformVersion } = identity;
  const { architecture, bitness, model, isMobile: mobile } = identity;
  const metadata = { brands, fullVersionList, platform, platformVersion, architecture, bitness, model, mobile };
  return {
    userAgent,
    platform: navigatorPlatform,
    acceptLanguage: languages.join(','),
    userAgentMetadata: metadata,
  };
}

function pageOverrides({ display, place }: Identity): [name: string, params: Record<string, unknown>][] {
  const { width, height, screenWidth, screenHeight, deviceScaleFactor, isTouch } = display;
  const angle =
    screenWidth > screenHeight ? { type: 'landscapePrimary', angle: 0 } : { type: 'portraitPrimary', angle: 0 };
  const metrics = { width, height, screenWidth, screenHeight, deviceScaleFactor, screenOrientation: angle };
  const coordinates = place && { latitude: place.lat, longitude: place.lon, accuracy: 30 };
  return [
    ['Emulation.setDeviceMetricsOverride', { ...metrics, mobile: isTouch }],
    ['Emulation.setTouchEmulationEnabled', { enabled: isTouch, ...(isTouch && { maxTouchPoints: 5 }) }],
    ['Emulation.setFocusEmulationEnabled', { enabled: true }],
    ...(coordinates ? [['Emulation.setGeolocationOverride', coordinates] as [string, Record<string, unknown>]] : []),
  ];
}

/** The `Accept-Language` that Chromium sends for a list of languages. */
function acceptLanguage({ languages }: Identity): string {
  return languages.map((language, index) => (index === 0 ? language : `${language};q=${weight(index)}`)).join(',');
}

function weight(index: number): string {
  return (Math.max(1, 10 - index) / 10).toFixed(1);
}

/** Overrides that the protocol applies only to pages, set in a worker before its script runs. */
function workerOverride({ navigatorPlatform, languages, userAgent }: Identity): string {
  const appVersion = userAgent.replace(/^Mozilla\//, '');
  const values = { userAgent, appVersion, platform: navigatorPlatform, language: languages[0], languages };
  return `for (const [name, value] of Object.entries(${JSON.stringify(values)})) {
    if (Array.isArray(value)) Object.freeze(value);
    const { get, ...rest } = Object.getOwnPropertyDescriptor(WorkerNavigator.prototype, name);
    Object.defineProperty(WorkerNavigator.prototype, name, { ...rest, get: { [name]() { return value; } }[name] });
  }`;
}

/** Which browser to use: a local one, or one that is already running. */
export interface BrowserOptions {
  /** Path of Chromium or Chrome. Excludes `cdpUrl`. @default the usual install locations */
  executablePath?: string | undefined;
  /** DevTools address of a running browser, `http:` or `ws:`. May contain credentials; never shown in errors. */
  cdpUrl?: string | undefined;
  /** Whether to use Chromium's sandbox, which does not work as root. @default true */
  sandbox?: boolean | undefined;
  /** Additional command-line arguments for Chromium. @default [] */
  args?: readonly string[] | undefined;
}

/** The names of these options. */
export const browserOptionNames: OptionNames<BrowserOptions> = {
  ...{ executablePath: true, cdpUrl: true, sandbox: true, args: true },
};
