import type { Page, Response } from 'playwright-core';
import { FetchError } from '../../errors.js';
import type { PageRequest, RawPage } from '../../types.js';
import { type Form, pressRefusal, readForms, refusalAmong, refusalButton, sendForm } from './consent.js';
import { type Watch, watchDocuments } from './watch.js';

/** How a page is opened and when it is there. */
export interface VisitOptions {
  /** CSS selectors of elements, one of which a finished page has, whatever it says. */
  landmarks: readonly string[];
  /** Milliseconds to wait for one of them, from the first document on. */
  landmarkTimeout: number;
  maxBytes: number;
  /** Whether to answer a page that asks for consent. */
  mayAnswerConsent: boolean;
}

/** What a visit gave. */
export interface Visit {
  page: RawPage;
  /** Every document that answered, the last one included. */
  responses: readonly Response[];
  /** Whether a page that asked for consent was answered. */
  answeredConsent: boolean;
}

/** A page that leads on and on is not waited for. */
const maxDocuments = 6;

/** Opens the address and waits until a landmark is there. Throws a `FetchError`, or whatever the browser throws. */
export async function visit(page: Page, request: PageRequest, options: VisitOptions): Promise<Visit> {
  const watch = watchDocuments(page, request);
  const { referer } = request.headers;
  return await Promise.race([watch.trouble, look()]);

  async function open(): Promise<void> {
    await page.goto(request.url, { waitUntil: 'commit', timeout: 0, ...(referer !== undefined && { referer }) });
    await settle(page, watch, options);
  }

  async function look(): Promise<Visit> {
    await open();
    const answeredConsent =
      options.mayAnswerConsent &&
      ((await refuseByForm(page, watch, options)) || (await refuseByButton(page, options, open)));
    return { page: await rawPage(page, watch, options.maxBytes), responses: watch.responses, answeredConsent };
  }
}

/** Waits for a landmark and for the whole of the document that holds it. */
async function settle(page: Page, watch: Watch, options: VisitOptions): Promise<void> {
  await Promise.race([watch.refused, landmark(page, options)]);
  for (let seen = 0; seen < maxDocuments; seen += 1) {
    const response = watch.last;
    await page.waitForLoadState('domcontentloaded', { timeout: 0 });
    if (response === watch.last) return; // else a script led on in the meantime
  }
  throw new FetchError('redirect', 'The page leads on without end');
}

/** Resolved also when time is up: the page is then judged as it is. */
async function landmark(page: Page, { landmarks, landmarkTimeout }: VisitOptions): Promise<void> {
  if (landmarks.length === 0) return await page.waitForLoadState('load', { timeout: 0 });
  const found = page.waitForSelector(landmarks.join(','), { state: 'attached', timeout: landmarkTimeout });
  await found.catch(unlessTimeout);
}

function unlessTimeout(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
}

/** Refuses everything where a form of the page asks for consent; gives whether it did. */
async function refuseByForm(page: Page, watch: Watch, options: VisitOptions): Promise<boolean> {
  const refusal = refusalAmong((await page.evaluate(readForms)) as Form[]);
  if (refusal === undefined) return false;
  const next = page.waitForEvent('framenavigated', { predicate: (frame) => frame === page.mainFrame(), timeout: 0 });
  next.catch(() => undefined); // the page may be closed before; whoever waits for it below is told
  await page.evaluate(sendForm(refusal));
  await next;
  await settle(page, watch, options);
  return true;
}

/**
 * Refuses everything where the page asks for consent in an overlay without a form, and opens the page again; gives whether
 * it did. An overlay over what was asked for hides nothing from a reader, and stays.
 */
async function refuseByButton(page: Page, options: VisitOptions, open: () => Promise<void>): Promise<boolean> {
  const { landmarks, landmarkTimeout } = options;
  const button = page.locator(refusalButton);
  if ((await button.count()) === 0) return false;
  if (landmarks.length > 0 && (await page.locator(landmarks.join(',')).count()) > 0) return false;
  await page.evaluate(pressRefusal);
  await button.first().waitFor({ state: 'hidden', timeout: landmarkTimeout }).catch(unlessTimeout);
  await open();
  return true;
}

async function rawPage(page: Page, { last }: Watch, maxBytes: number): Promise<RawPage> {
  if (last === undefined) throw new FetchError('bad_response', 'The page has no document');
  const headers = await headersOf(last);
  const isHtml = /html/.test(headers['content-type'] ?? 'html');
  const body = isHtml ? await serialised(page, maxBytes) : await last.body();
  if (body.byteLength > maxBytes) throw tooLarge(maxBytes);
  if (isHtml) headers['content-type'] = 'text/html; charset=utf-8';
  return { url: last.url(), status: last.status(), headers, body };
}

/** The document as its scripts have left it, in UTF-8. Its size is asked first, so that none too large is moved. */
async function serialised(page: Page, maxBytes: number): Promise<Buffer> {
  const size = Number(await page.evaluate('document.documentElement.outerHTML.length'));
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.from(await page.content());
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('too_large', `The body is larger than ${maxBytes} bytes`);
}

/** Without those that say how the bytes came, which are gone, and without cookies, which the session has. */
const droppedHeaders: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'set-cookie',
  'transfer-encoding',
]);

async function headersOf(response: Response): Promise<Record<string, string>> {
  const headers = Object.entries(await response.allHeaders());
  const kept = headers.filter(([name]) => !droppedHeaders.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value.replaceAll('\n', ', ')]));
}
