import { FetchError } from '../../errors.js';
import { chromiumIdentity, type Identity } from '../../identity/identity.js';
import type { Closable, PageRequest, ProxyServer, Session } from '../../types.js';
import type { BrowserLease } from './browsers.js';
import { DocumentTracker } from './documents.js';
import { applyIdentity } from './emulation.js';
import { type FilteringProxy, startFilteringProxy } from './forwarder.js';
import { type AuthCredentials, type InterceptOptions, interceptRequests } from './guard.js';
import type { Browser } from './launch.js';
import { BrowserPage } from './page.js';
import type { CdpSession } from './protocol.js';
import type { TargetInfo } from './targets.js';

/** A page in the browser context of its session. */
export interface OpenedPage {
  page: BrowserPage;
  /** Id of the browser context, which has the page's cookies. */
  contextId: string;
  root: CdpSession;
  close(): Promise<void>;
}

/** The browser context of one session: its cookies and its proxy. */
export interface SessionBrowserContext extends Closable {
  /** Opens a page. Creates a new context if the browser has changed. Rejects if the browser has ended. */
  open(lease: Pick<BrowserLease, 'browser' | 'gone'>, request: PageRequest, maxBytes: number): Promise<OpenedPage>;
}

/** Milliseconds for a connection to the engine, including the proxy handshake. */
const connectTimeout = 10_000;

/** Creates the context of a session. It is opened with its first page. */
export function createSessionBrowserContext(session: Session): SessionBrowserContext {
  let forwarder: Promise<FilteringProxy> | undefined;
  let current: { browser: Browser; gone: Promise<never>; opening: Promise<ChromiumContext> } | undefined;

  async function openContext(browser: Browser): Promise<ChromiumContext> {
    const { engine, proxy } = session;
    if (browser.isLocal) forwarder ??= startFilteringProxy({ engine, proxy, connectTimeout });
    const own = await forwarder;
    const proxyServer = own ? { server: own.url, bypass, login: own.credentials } : remoteProxy(proxy);
    const { server, login } = proxyServer ?? {};
    const { browserContextId } = await browser.root.send<{ browserContextId: string }>('Target.createBrowserContext', {
      disposeOnDetach: true,
      ...(server !== undefined && { proxyServer: server, proxyBypassList: bypass }),
    });
    const logins: AuthCredentials[] = login ? [{ source: 'Proxy', ...login }] : [];
    return new ChromiumContext(browser, { id: browserContextId, session, forwarder: own, logins });
  }

  return {
    open({ browser, gone }, request, maxBytes) {
      if (current?.browser !== browser)
        current = { browser, gone, opening: Promise.race([gone, openContext(browser)]) };
      return Promise.race([gone, current.opening.then((context) => context.openPage(request, maxBytes))]);
    },
    async close() {
      const closed = current && Promise.race([current.gone, current.opening.then((context) => context.close())]);
      // A context that did not open needs no closing, and one may have ended with its browser.
      await Promise.allSettled([closed]);
      await forwarder?.then((opened) => opened.close());
    },
  };
}

/** Without this rule, Chromium bypasses the proxy for loopback addresses. */
const bypass = '<-loopback>';

interface ContextParts {
  id: string;
  session: Session;
  /** The forwarder; undefined if the browser runs on another machine. */
  forwarder: FilteringProxy | undefined;
  logins: readonly AuthCredentials[];
}

/** What is needed to prepare the targets of a page. */
interface PageSettings {
  identity: Identity;
  guarding: InterceptOptions;
  /** The page itself, once attached. Every other page is a popup. */
  attached?: { targetId: string; page: BrowserPage; ready: Promise<unknown> };
  maxBytes: number;
}

class ChromiumContext {
  private readonly browser: Browser;
  private readonly parts: ContextParts;
  /** Opens one page at a time, because its session serves one search at a time. */
  private settings: PageSettings | undefined;
  private readonly registered: Promise<() => void>;

  constructor(browser: Browser, parts: ContextParts) {
    this.browser = browser;
    this.parts = parts;
    this.registered = browser.targets.prepare(parts.id, (session, info) => this.prepare(session, info));
  }

  async openPage(request: PageRequest, maxBytes: number): Promise<OpenedPage> {
    const { session, forwarder, logins, id } = this.parts;
    const asked = new URL(request.url);
    forwarder?.permit(asked);
    const guarding = { engine: session.engine, asked, logins: [...logins, ...gatewayLogins(request)] };
    const settings: PageSettings = { identity: chromiumIdentity(session, request), guarding, maxBytes };
    this.settings = settings;
    await this.registered;
    const { root } = this.browser;
    const { targetId } = await root.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId: id,
    });
    const { attached } = settings;
    if (attached?.targetId !== targetId) throw new FetchError('network', 'The browser did not open a page');
    await attached.ready;
    const close = async () => {
      await root.send('Target.closeTarget', { targetId });
    };
    return { page: attached.page, contextId: id, root, close };
  }

  async close(): Promise<void> {
    const unregister = await this.registered;
    unregister();
    await this.browser.root.send('Target.disposeBrowserContext', { browserContextId: this.parts.id });
  }

  private prepare(session: CdpSession, info: TargetInfo): void {
    const { settings } = this;
    if (settings === undefined) return;
    const { ready } = applyIdentity(session, info, settings.identity);
    if (info.type === 'page' && info.openerId === undefined && settings.attached === undefined) {
      settings.attached = { targetId: info.targetId, ...this.preparePage(session, info, settings, ready) };
      return;
    }
    ready.catch(() => undefined); // a target that has closed needs no identity
    interceptRequests(session, settings.guarding).catch(() => undefined); // as above, or a worker, whose requests are reported to its page
    if (info.type === 'page') void this.closePopup(session, info);
  }

  /**
   * Closes a popup once it runs: closed while paused, it may leave the page that opened it paused, whose renderer it
   * shares.
   */
  private async closePopup(session: CdpSession, { targetId }: TargetInfo): Promise<void> {
    await session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined); // it may have closed itself
    this.browser.root.sendIgnoringErrors('Target.closeTarget', { targetId });
  }

  private preparePage(
    session: CdpSession,
    { targetId: frameId }: TargetInfo,
    { guarding, maxBytes }: PageSettings,
    emulated: Promise<unknown>,
  ): { page: BrowserPage; ready: Promise<unknown> } {
    const faultOf = (url: URL) => this.parts.forwarder?.faultOf(url.host);
    const documents = new DocumentTracker(session, { frameId, maxBytes, faultOf });
    const ready = Promise.all([
      emulated,
      session.send('Page.enable'),
      session.send('Network.enable'),
      interceptRequests(session, guarding, documents),
      ...this.permissions(guarding.asked),
      ...(this.browser.isLocal ? [] : [session.send('Page.addScriptToEvaluateOnNewDocument', { source: withoutUdp })]),
    ]);
    ready.catch(() => undefined); // awaited where the page is opened
    return { page: new BrowserPage(session, documents), ready };
  }

  private permissions({ origin }: URL): Promise<unknown>[] {
    if (this.settings?.identity.place === undefined) return [];
    const grant = { origin, permissions: ['geolocation'], browserContextId: this.parts.id };
    return [this.browser.root.send('Browser.grantPermissions', grant)];
  }
}

/** A browser that was not started here may lack the switches that disable UDP for WebRTC and WebTransport. */
const withoutUdp =
  'for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) delete self[name];';

/** A gateway may request credentials. They are sent to no other host. */
function gatewayLogins({ url, headers }: PageRequest): AuthCredentials[] {
  const given = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) return [];
  const [, username = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? [];
  return [{ source: 'Server', origin: new URL(url).origin, username, password }];
}

/** A proxy in the form that a remote browser can use directly. */
interface RemoteProxy {
  server: string;
  login: { username: string; password: string } | undefined;
}

/** Chromium's proxy schemes, by ours. With SOCKS 5, Chromium always lets the proxy resolve names. */
const schemes: Readonly<Record<string, string>> = {
  'http:': 'http',
  'https:': 'https',
  'socks:': 'socks5',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
  'socks4:': 'socks4',
};

/**
 * The proxy for a remote browser, which cannot use a forwarder on this machine. Throws a `FetchError` of code `misconfigured` for
 * proxies that Chromium does not support: SOCKS 4a, and SOCKS with a password.
 */
function remoteProxy(proxy: ProxyServer | undefined): RemoteProxy | undefined {
  if (proxy === undefined) return undefined;
  const { protocol, host, username, password } = proxy.url;
  const scheme = schemes[protocol];
  if (scheme === undefined || (scheme.startsWith('socks') && username !== '')) {
    throw new FetchError('misconfigured', 'A remote browser supports neither SOCKS 4a nor SOCKS with a password');
  }
  const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { server: `${scheme}://${host}`, login: username === '' ? undefined : login };
}
