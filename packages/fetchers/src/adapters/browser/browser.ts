import { addAbortListener } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { FetchError } from '../../errors.js';
import { canChromiumPlay } from '../../identity/identity.js';
import { isData } from '../../identity/profiles.js';
import type { Adapter, AdapterContext, Closable, Operation, PageRequest, RawPage } from '../../types.js';
import { type BrowserLease, type Browsers, createBrowsers } from './browsers.js';
import { createSessionContext, type Opened, type SessionContext } from './context.js';
import { keepCookies, lendCookies } from './cookies.js';
import { tooLarge } from './documents.js';
import type { BrowserPlace } from './emulation.js';
import { browserFault } from './faults.js';
import { openBrowser } from './launch.js';
import type { BrowserPage } from './page.js';
import { createSemaphore } from './semaphore.js';
import { visit } from './visit.js';

/** Which browser gets pages, and how. */
export interface BrowserAdapterOptions extends BrowserPlace {
  /**
   * CSS selectors per operation: a page is there as soon as an element matches one of them. They should also match pages
   * that are no results, such as a captcha. Without any, a page is there when it has loaded.
   */
  landmarks?: Partial<Readonly<Record<Operation, readonly string[]>>>;
  /** Milliseconds to wait for a landmark; then the page is given as it is. @default 8000 */
  landmarkTimeout?: number;
  /** Pages open at once; further ones wait. @default 4 */
  maxPages?: number;
  /** Pages after which a browser is replaced by a new one. @default 200 */
  recycleAfter?: number;
  /** Largest page, in bytes; counted while it arrives. @default 8 MiB */
  maxBytes?: number;
}

/** A page that does not close within this, in milliseconds, belongs to a browser that does not react. */
const closeTimeout = 5_000;

/**
 * Gets pages with a real browser: Chromium or Chrome over its DevTools protocol. The session has a browser context of its own,
 * with its cookies, and the identity of its header profile: name, system, languages, time zone, display and place agree in
 * pages, frames, workers and headers. Every request is judged before it is sent, and leaves through a forwarder on the
 * loopback interface that reaches the engine's hosts alone; nothing leaves by UDP. Scripts run, pictures, media and fonts are
 * not loaded, and a page that asks for consent is answered once per session by refusing all.
 *
 * The page is given as its scripts have left it. No captcha is solved, and nothing hides that a program drives the browser.
 */
export function browserAdapter(options: BrowserAdapterOptions = {}): Adapter {
  const { executablePath, cdpUrl, maxPages = 4, recycleAfter = 200 } = options;
  if (executablePath !== undefined && cdpUrl !== undefined) {
    throw new FetchError('misconfigured', 'A browser has either an executablePath or a cdpUrl');
  }
  const browsers = createBrowsers({ open: () => openBrowser(options), recycleAfter });
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
  adapter.supportsProfile = canChromiumPlay;
  adapter.close = () => browsers.close();
  return adapter;
}

interface BrowserParts {
  browsers: Browsers;
  owner: object;
  options: BrowserAdapterOptions;
}

/** The context of a session, and whether its one answer to a page that asks for consent is given. */
interface Visitor extends Closable {
  context: SessionContext;
  hasAnswered: boolean;
}

async function withPage(
  request: PageRequest,
  { signal, session }: AdapterContext,
  means: BrowserParts,
): Promise<RawPage> {
  const { maxBytes = 8 * 1024 * 1024 } = means.options;
  const lease = await means.browsers.lease();
  let opening: Promise<Opened> | undefined;
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

  async function usePage(opened: Opened, visitor: Visitor): Promise<RawPage> {
    signal.throwIfAborted();
    await lendCookies(opened, request, session);
    const raw = await getPage(opened, visitor);
    await keepCookies(opened, request, session);
    return raw;
  }

  async function getPage({ page }: Opened, visitor: Visitor): Promise<RawPage> {
    const { landmarks = {}, landmarkTimeout = 8_000 } = means.options;
    if (isData(request.operation)) return await fetchData(page, request, maxBytes);
    const visited = await visit(page, request, {
      landmarks: request.landmarks ?? landmarks[request.operation] ?? [],
      landmarkTimeout,
      maxBytes,
      mayAnswerConsent: !visitor.hasAnswered,
    });
    visitor.hasAnswered ||= visited.answeredConsent;
    return visited.page;
  }
}

function createVisitor(session: AdapterContext['session']): Visitor {
  const context = createSessionContext(session);
  return { context, hasAnswered: false, close: () => context.close() };
}

/** Closes a page, also one that is still being opened, and the whole browser where it does not react. */
async function endPage(opening: Promise<Opened> | undefined, lease: BrowserLease): Promise<void> {
  if (opening === undefined) return;
  const giveUp = new AbortController();
  const closing = opening.then((opened) => opened.close());
  const closed = Promise.race([lease.gone, closing]).catch(() => undefined); // did not open, or is gone with its browser
  const late = sleep(closeTimeout, true, { signal: giveUp.signal, ref: false }).catch(() => false);
  if ((await Promise.race([closed, late])) === true) lease.condemn();
  giveUp.abort();
}

interface FetchedData {
  url: string;
  status: number;
  headers: [name: string, value: string][];
  /** The body in base64; undefined where it is too large. */
  body?: string;
}

/**
 * Gets data as a script of the engine's own page does, since a browser would save it to a file instead of showing it.
 * That page is an empty one: nothing is asked of the engine for it.
 */
async function fetchData(page: BrowserPage, { url }: PageRequest, maxBytes: number): Promise<RawPage> {
  await page.showEmpty(`${new URL(url).origin}/`);
  const answer = await page.evaluate<FetchedData>(fetchIn(url, maxBytes)).catch((error: unknown) => {
    throw page.documents.faultAt(url) ?? error;
  });
  if (answer.body === undefined) throw tooLarge(maxBytes);
  const headers = Object.fromEntries(answer.headers.filter(([name]) => name !== 'content-encoding'));
  return { url: answer.url, status: answer.status, headers, body: Buffer.from(answer.body, 'base64') };
}

/** The request as an expression for the page, which reads no further than the limit. */
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
