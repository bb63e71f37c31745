import { addAbortListener } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Some } from '../../defaults.js';
import type { Operation } from '../../engines.js';
import { FetchError } from '../../errors.js';
import { canChromiumImpersonate } from '../../identity/identity.js';
import { isRequestedByScript } from '../../identity/profiles.js';
import { assertKnownOptions, type OptionNames } from '../../known-options.js';
import type { Adapter, AdapterContext, Closable, PageRequest, RawPage } from '../../types.js';
import { type BrowserLease, type BrowserPool, createBrowserPool } from './browsers.js';
import { createSessionBrowserContext, type OpenedPage, type SessionBrowserContext } from './context.js';
import { saveCookiesToSession, setPageCookies } from './cookies.js';
import { documentTooLargeError } from './documents.js';
import { type BrowserOptions, browserOptionNames } from './emulation.js';
import { openBrowser } from './launch.js';
import type { BrowserPage } from './page.js';
import { browserFault } from './page.js';
import { visitResultPage } from './visit.js';

/** Options of `browserAdapter`. */
export interface BrowserAdapterOptions extends BrowserOptions {
  /**
   * CSS selectors per operation. A page is complete as soon as an element matches one of them, so they should also match pages
   * without results, such as a captcha. Without selectors, a page is complete when it has loaded.
   */
  landmarks?: Readonly<Some<Record<Operation, readonly string[]>>> | undefined;
  /** Milliseconds to wait for a landmark. After that, the page is returned as it is. @default 8000 */
  landmarkTimeout?: number | undefined;
  /** Limit of open pages; further fetches wait. @default 4 */
  maxPages?: number | undefined;
  /** Number of pages after which the browser is replaced. @default 200 */
  recycleAfter?: number | undefined;
  /** Largest page, in bytes; checked while it is received. @default 8 MiB */
  maxBytes?: number | undefined;
}

const known: OptionNames<BrowserAdapterOptions> = {
  ...browserOptionNames,
  ...{ landmarks: true, landmarkTimeout: true, maxPages: true, recycleAfter: true, maxBytes: true },
};

/** If a page does not close within this many milliseconds, its browser is considered unresponsive. */
const closeTimeout = 5_000;

/**
 * Fetches pages with Chromium or Chrome over the DevTools protocol. Each session has its own browser context with its cookies and the
 * identity of its header profile: user agent, system, languages, time zone, display and location are consistent in pages, frames,
 * workers and headers. Every request is checked before it is sent, and goes through a forwarder on the loopback interface that
 * connects to the engine's hosts only; UDP is disabled. Scripts run; images, media and fonts are not loaded. A consent page is
 * answered once per session by rejecting all.
 *
 * Returns the page as modified by its scripts. Does not solve captchas and does not hide that the browser is automated.
 */
export function browserAdapter(options: BrowserAdapterOptions = {}): Adapter {
  assertKnownOptions(options, known);
  const { executablePath, cdpUrl, maxPages = 4, recycleAfter = 200 } = options;
  if (executablePath !== undefined && cdpUrl !== undefined) {
    throw new FetchError('misconfigured', 'Set either executablePath or cdpUrl, not both');
  }
  const browsers = createBrowserPool({ open: () => openBrowser(options), recycleAfter });
  const permits = createSemaphore(maxPages);

  const adapter: Adapter = async (request, context) => {
    const release = await permits.acquire(context.signal);
    try {
      return await withPage(request, context, { browsers, owner: adapter, options });
    } catch (error) {
      context.signal.throwIfAborted();
      throw browserFault(error);
    } finally {
      release();
    }
  };
  adapter.supportsProfile = canChromiumImpersonate;
  adapter.close = () => browsers.close();
  return adapter;
}

interface BrowserParts {
  browsers: BrowserPool;
  owner: object;
  options: BrowserAdapterOptions;
}

/** The context of a session, and whether it has answered a consent page. */
interface Visitor extends Closable {
  context: SessionBrowserContext;
  hasAnswered: boolean;
}

async function withPage(
  request: PageRequest,
  { signal, session }: AdapterContext,
  means: BrowserParts,
): Promise<RawPage> {
  const { maxBytes = 8 * 1024 * 1024 } = means.options;
  const lease = await means.browsers.lease();
  let opening: Promise<OpenedPage> | undefined;
  const leaving = addAbortListener(signal, () => void endPage(opening, lease));
  try {
    signal.throwIfAborted();
    const visitor = session.keep(means.owner, () => createVisitor(session));
    opening = visitor.context.open(lease, request, maxBytes);
    return await Promise.race([lease.gone, usePage(await opening, visitor)]);
  } finally {
    leaving[Symbol.dispose]();
    await endPage(opening, lease);
    lease.release();
  }

  async function usePage(opened: OpenedPage, visitor: Visitor): Promise<RawPage> {
    signal.throwIfAborted();
    await setPageCookies(opened, request, session);
    const raw = await getPage(opened, visitor);
    await saveCookiesToSession(opened, request, session);
    return raw;
  }

  async function getPage({ page }: OpenedPage, visitor: Visitor): Promise<RawPage> {
    const { landmarks = {}, landmarkTimeout = 8_000 } = means.options;
    if (isRequestedByScript(request.operation)) return await fetchData(page, request, maxBytes);
    const visited = await visitResultPage(page, request, {
      landmarks: request.landmarks ?? landmarks[request.operation] ?? [],
      landmarkTimeout,
      maxBytes,
      mayAnswerConsent: !visitor.hasAnswered,
    });
    visitor.hasAnswered ||= visited.hasAnsweredConsent;
    return visited.page;
  }
}

function createVisitor(session: AdapterContext['session']): Visitor {
  const context = createSessionBrowserContext(session);
  return { context, hasAnswered: false, close: () => context.close() };
}

/** Closes a page, even while it is being opened. Ends the whole browser if it does not respond. */
async function endPage(opening: Promise<OpenedPage> | undefined, lease: BrowserLease): Promise<void> {
  if (opening === undefined) return;
  const giveUp = new AbortController();
  const closing = opening.then((opened) => opened.close());
  const closed = Promise.race([lease.gone, closing]).catch(() => undefined); // it did not open, or its browser has ended
  const late = sleep(closeTimeout, true, { signal: giveUp.signal, ref: false }).catch(() => false);
  if ((await Promise.race([closed, late])) === true) lease.kill();
  giveUp.abort();
}

interface FetchedData {
  url: string;
  status: number;
  headers: [name: string, value: string][];
  /** The body in base64; undefined if it is too large. */
  body?: string;
}

/**
 * Fetches data with a script on the engine's page, because a browser would download it to a file instead of displaying it. The page
 * is an empty substitute, so no request is sent for it.
 */
async function fetchData(page: BrowserPage, { url }: PageRequest, maxBytes: number): Promise<RawPage> {
  await page.showEmpty(`${new URL(url).origin}/`);
  const answer = await page.evaluate<FetchedData>(fetchIn(url, maxBytes)).catch((error: unknown) => {
    throw page.documents.faultAt(url) ?? error;
  });
  if (answer.body === undefined) throw documentTooLargeError(maxBytes);
  const headers = Object.fromEntries(answer.headers.filter(([name]) => name !== 'content-encoding'));
  return { url: answer.url, status: answer.status, headers, body: Buffer.from(answer.body, 'base64') };
}

/** The request as an expression to run in the page. Stops reading at the limit. */
function fetchIn(url: string, maxBytes: number): string {
  return `(async () => {
    const response = await fetch(${JSON.stringify(url)}, { credentials: 'include' });
    const answer = { url: response.url, status: response.status, headers: [...response.headers] };
    const reader = response.body?.getReader();
    let [binary, size] = ['', 0];
    for (let read = await reader?.read(); read && !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > ${maxBytes}) return reader.cancel().then(() => answer);
      for (let at = 0; at < read.value.length; at += 32768)
        binary += String.fromCharCode(...read.value.subarray(at, at + 32768));
    }
    return { ...answer, body: btoa(binary) };
  })()`;
}

/** A semaphore. Waiters are served in order of arrival. */
interface Semaphore {
  /** Waits for a permit. Returns a function that releases it and must be called. Throws the signal's reason if it aborts first. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/** Creates a semaphore. */
function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();

  function giveBack(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await enqueue(waiting, signal);
      return once(giveBack);
    },
  };
}

/** Waits until the entry in the queue is called, or removes it when the signal aborts. */
function enqueue(queue: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leaving = addAbortListener(signal, () => {
      queue.delete(enter);
      reject(signal.reason);
    });
    const enter = () => {
      queue.delete(enter);
      leaving[Symbol.dispose]();
      resolve();
    };
    queue.add(enter);
  });
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
