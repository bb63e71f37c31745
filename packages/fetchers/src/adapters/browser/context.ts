import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Route } from 'playwright-core';
import type { Closable, Device, PageRequest, Session } from '../../types.js';
import type { Lease } from './browsers.js';
import { type BrowserProxy, browserProxy } from './proxy.js';

/** A page in the browser context of its session. */
export interface Opened {
  page: Page;
  context: BrowserContext;
}

/** The browser context of one session: its cookies, proxy, locale, place and device. */
export interface SessionContext extends Closable {
  /** Opens a page; the context is made anew where the browser is another than before. Rejects when the browser is gone. */
  open(lease: Pick<Lease, 'browser' | 'gone'>, request: PageRequest): Promise<Opened>;
}

/** Resource types that no result is read from. */
const blocked = ['Image', 'Media', 'Font', 'Other'] as const;

/** Makes the context of a session, which is opened with its first page. */
export function createSessionContext(session: Session): SessionContext {
  let proxy: Promise<BrowserProxy> | undefined;
  let current: { browser: Browser; gone: Promise<never>; context: Promise<BrowserContext> } | undefined;

  async function openContext(browser: Browser, request: PageRequest): Promise<BrowserContext> {
    if (session.proxy) proxy ??= browserProxy(session.proxy);
    const settings = (await proxy)?.settings;
    const options = await contextOptions(browser, session, request);
    const context = await browser.newContext({ ...options, ...(settings && { proxy: settings }) });
    if (asksPassword(settings)) await context.route('**', leaveOut);
    return context;
  }

  async function openPage(opening: Promise<BrowserContext>, request: PageRequest): Promise<Opened> {
    const context = await opening;
    const page = await context.newPage();
    await prepare(page, request, { isRouted: asksPassword((await proxy)?.settings) });
    return { context, page };
  }

  return {
    open({ browser, gone }, request) {
      if (current?.browser !== browser) {
        current = { browser, gone, context: Promise.race([gone, openContext(browser, request)]) };
      }
      return Promise.race([gone, openPage(current.context, request)]);
    },
    async close() {
      const closed = current && Promise.race([current.gone, current.context.then((context) => context.close())]);
      // What did not open needs no closing, and a context may be gone with its browser.
      await Promise.allSettled([closed, proxy?.then((opened) => opened.close())]);
    },
  };
}

function asksPassword(settings: BrowserProxy['settings'] | undefined): boolean {
  return Boolean(settings?.username);
}

/**
 * Leaves out blocked resources where the library takes every request to itself already, to answer a proxy that asks for a
 * password. Two who take requests to themselves are one too many: Chromium 150 then refuses the password.
 */
async function leaveOut(route: Route): Promise<void> {
  const isBlocked = blocked.some((type) => type.toLowerCase() === route.request().resourceType());
  const left = isBlocked ? route.abort('blockedbyclient') : route.continue();
  await left.catch(() => undefined); // the page is closed already
}

/**
 * Asks the protocol itself for what the library would do by taking every request to itself, at the price of headers that
 * no browser sends (`Pragma: no-cache`): resources not loaded, unless routes see to it, and the languages that the request
 * accepts.
 */
async function prepare(page: Page, { headers }: PageRequest, { isRouted }: { isRouted: boolean }): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  if (!isRouted) await leaveOutByProtocol(protocol);
  const acceptLanguage = languagesIn(headers).join(',');
  // An empty name leaves the browser's own in place.
  if (acceptLanguage !== '') await protocol.send('Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage });
}

async function leaveOutByProtocol(protocol: CDPSession): Promise<void> {
  protocol.on('Fetch.requestPaused', ({ requestId }) => {
    const failed = protocol.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    failed.catch(() => undefined); // the page is closed already
  });
  await protocol.send('Fetch.enable', { patterns: blocked.map((resourceType) => ({ resourceType })) });
}

async function contextOptions(
  browser: Browser,
  session: Session,
  request: PageRequest,
): Promise<BrowserContextOptions> {
  const { device = 'desktop', place, locale = languagesIn(request.headers)[0] } = session;
  return {
    ...(locale !== undefined && { locale }),
    ...(place && { geolocation: { latitude: place.lat, longitude: place.lon }, permissions: ['geolocation'] }),
    ...screens[device],
    ...gatewayCredentials(request),
    userAgent: await userAgentOf(browser, device),
    serviceWorkers: 'block',
    acceptDownloads: false,
  };
}

const screens: Readonly<Record<Device, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1366, height: 768 } },
  mobile: { viewport: { width: 412, height: 915 }, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 800, height: 1280 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** The systems that a device stands for; a desktop is the machine that the browser runs on. */
const systems: Readonly<Record<Device, { system: string; suffix: string } | undefined>> = {
  desktop: undefined,
  mobile: { system: 'Linux; Android 10; K', suffix: ' Mobile' },
  tablet: { system: 'Linux; Android 10; K', suffix: '' },
};

/** Names of browsers, which each is asked for once. */
const userAgents = new WeakMap<Browser, Promise<string>>();

/** The browser's own name and version, as it has it with a window. */
async function userAgentOf(browser: Browser, device: Device): Promise<string> {
  const asked = userAgents.get(browser) ?? askUserAgent(browser);
  userAgents.set(browser, asked);
  const plain = (await asked).replace('HeadlessChrome', 'Chrome');
  const other = systems[device];
  if (other === undefined) return plain;
  return plain.replace(/\([^()]*\)/, `(${other.system})`).replace(' Safari/', `${other.suffix} Safari/`);
}

async function askUserAgent(browser: Browser): Promise<string> {
  const protocol = await browser.newBrowserCDPSession();
  const { userAgent } = await protocol.send('Browser.getVersion');
  await protocol.detach();
  return userAgent;
}

/** A gateway may ask for credentials; no other host is given them. */
function gatewayCredentials({ url, headers }: PageRequest): BrowserContextOptions {
  const given = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) return {};
  const [, username = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? [];
  return { httpCredentials: { username, password, origin: new URL(url).origin, send: 'unauthorized' } };
}

/** The languages that a request accepts, the first wish first, as `de-AT`, `de`. */
function languagesIn(headers: PageRequest['headers']): string[] {
  return (headers['accept-language'] ?? '').match(/(?<![\w-])[A-Za-z]{2,3}(?:-\w+)*/g) ?? [];
}
