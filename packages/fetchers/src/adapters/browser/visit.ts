import { FetchError } from '../../errors.js';
import type { PageRequest, RawPage } from '../../types.js';
import { documentTooLargeError } from './documents.js';
import type { BrowserPage } from './page.js';

/** How to open a page and when it is complete. */
export interface VisitOptions {
  /** CSS selectors, one of which matches in a complete page of any kind. */
  landmarks: readonly string[];
  /** Milliseconds to wait for a landmark, from the first document. */
  landmarkTimeout: number;
  maxBytes: number;
  /** Whether to answer a consent page. */
  mayAnswerConsent: boolean;
}

/** The result of a visit. */
export interface VisitedPage {
  page: RawPage;
  /** Whether a consent page was answered. */
  hasAnsweredConsent: boolean;
}

/** Limit of documents that a page may navigate through. */
const maxDocuments = 6;

/** Opens the address and waits for a landmark. Throws a `FetchError` or an error of the browser. */
export async function visitResultPage(
  page: BrowserPage,
  request: PageRequest,
  options: VisitOptions,
): Promise<VisitedPage> {
  return await Promise.race([page.documents.failure, look()]);

  async function open(): Promise<void> {
    const { referer } = request.headers;
    const isFollowed = referer !== undefined && new URL(referer).origin === new URL(request.url).origin;
    await (isFollowed ? page.follow(request.url, referer) : page.navigate(request.url, referer));
    await settle(page, options);
  }

  async function look(): Promise<VisitedPage> {
    await open();
    const { nonHtmlPage } = page.documents;
    if (nonHtmlPage !== undefined) return { page: nonHtmlPage, hasAnsweredConsent: false };
    const hasAnsweredConsent =
      options.mayAnswerConsent && ((await refuseByForm(page, options)) || (await refuseByButton(page, options, open)));
    return { page: page.documents.nonHtmlPage ?? (await rawPage(page, options.maxBytes)), hasAnsweredConsent };
  }
}

/** The state of a page at one check. */
interface Look {
  state: 'loading' | 'interactive' | 'complete';
  hasLandmark: boolean;
}

/** Waits for a landmark and for the end of its document. After the timeout, the page is used as it is. */
async function settle(page: BrowserPage, options: VisitOptions): Promise<void> {
  const { documents } = page;
  const end = performance.now() + options.landmarkTimeout;
  const first = documents.count;
  while (documents.nonHtmlPage === undefined) {
    if (documents.count - first >= maxDocuments) throw new FetchError('redirect', 'The page navigates too often');
    const seen = documents.isLoading ? undefined : await lookAt(page, options.landmarks);
    const isRefused = (documents.lastResponse?.status ?? 0) >= 400; // no landmark will appear
    const isLate = options.landmarks.length > 0 && performance.now() >= end;
    if (seen && !documents.isLoading && isThere(seen, options, isRefused || isLate)) return;
    await page.nextCheck();
  }
}

function isThere({ state, hasLandmark }: Look, { landmarks }: VisitOptions, isGivenUp: boolean): boolean {
  if (landmarks.length === 0) return state === 'complete';
  return state !== 'loading' && (hasLandmark || isGivenUp);
}

/** Undefined while the page is being replaced by another. */
async function lookAt(page: BrowserPage, landmarks: readonly string[]): Promise<Look | undefined> {
  const selector = JSON.stringify(landmarks.join(',') || ':root');
  const look = `({ state: document.readyState, hasLandmark: document.querySelector(${selector}) !== null })`;
  return await page.evaluate<Look>(look).catch(unlessReplaced);
}

function unlessReplaced(error: unknown): undefined {
  if (error instanceof Error && /context (?:was )?destroyed|navigated|Cannot find.{0,40}context/i.test(error.message))
    return undefined;
  throw error;
}

/** Rejects all if a form of the page asks for consent. Returns whether it did. */
async function refuseByForm(page: BrowserPage, options: VisitOptions): Promise<boolean> {
  const refusal = refusalAmong(await page.evaluate<Form[]>(readForms));
  if (refusal === undefined) return false;
  const before = page.documents.count;
  await page.evaluate(sendForm(refusal));
  await page.nextDocument(before);
  await settle(page, options);
  return true;
}

/**
 * Rejects all if the page asks for consent in an overlay without a form, and opens the page again. Returns whether it did. An overlay
 * above results does not affect parsing and is left as it is.
 */
async function refuseByButton(page: BrowserPage, options: VisitOptions, open: () => Promise<void>): Promise<boolean> {
  const { landmarks, landmarkTimeout } = options;
  if (!(await isShown(page, refusalButton))) return false;
  if (landmarks.length > 0 && (await isShown(page, landmarks.join(',')))) return false;
  await page.evaluate(clickRefusal);
  const end = performance.now() + landmarkTimeout;
  while ((await isShown(page, refusalButton)) && performance.now() < end) await page.nextCheck();
  await open();
  return true;
}

async function isShown(page: BrowserPage, selector: string): Promise<boolean> {
  return await page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`);
}

async function rawPage(page: BrowserPage, maxBytes: number): Promise<RawPage> {
  const { lastResponse } = page.documents;
  if (lastResponse === undefined) throw new FetchError('bad_response', 'The page received no document');
  const html = await page.evaluate<string | null>(serialised(maxBytes));
  const body = Buffer.from(html ?? '');
  if (html === null || body.byteLength > maxBytes) throw documentTooLargeError(maxBytes);
  const headers = Object.entries(lastResponse.headers).filter(([name]) => !droppedHeaders.has(name));
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return {
    url: lastResponse.url,
    status: lastResponse.status,
    headers: { ...Object.fromEntries(headers), ...type },
    body,
  };
}

/** The document as modified by its scripts; null if it is too large, so that it is not transferred. */
function serialised(maxBytes: number): string {
  return `(() => {
    const { doctype, documentElement: root } = document;
    const html = (doctype ? new XMLSerializer().serializeToString(doctype) : '') + (root ? root.outerHTML : '');
    return html.length > ${maxBytes} ? null : html;
  })()`;
}

/** The headers without those about the transfer, which no longer apply, and without cookies, which the session has. */
const droppedHeaders: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'set-cookie',
  'transfer-encoding',
]);

/** The parts of a form that matter for consent. */
interface Form {
  /** Absolute URL to which it is submitted. */
  action: string;
  /** Its hidden fields: names and values. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** Expression that reads the forms of a page. */
const readForms = `Array.from(document.forms, (form) => ({
  action: form.action instanceof Element ? form.getAttribute('action') || '' : form.action,
  fields: Array.from(form.querySelectorAll('input[name]'), ({ name, value }) => [name, value]),
}))`;

/** Expression that submits the form at an index with its own button. */
function sendForm(index: number): string {
  return `(() => {
    const form = document.forms[${index}];
    const button = form.querySelector('button:not([type]), button[type=submit], input[type=submit]');
    if (button) button.click();
    else form.requestSubmit();
  })()`;
}

/** Selector of the button that rejects all in an overlay without a form. */
const refusalButton = '#W0wltc';

/** Expression that clicks this button, which may be outside of the viewport. */
const clickRefusal: string = `document.querySelector('${refusalButton}').click()`;

/**
 * The form of a consent page that rejects all; undefined if the page has none. Forms are distinguished by the values that they send,
 * never by their text: a form that opts in to anything (a field `set_*` other than `set_eom` with the value `true`) does not reject
 * all.
 */
function refusalAmong(forms: readonly Form[]): number | undefined {
  const refusing = forms.flatMap((form, index) => (isChoice(form) && !optsIn(form) ? [index] : []));
  const plain = refusing.find((index) => forms[index]?.fields.some(isOptOut));
  return plain ?? refusing[0];
}

function isChoice({ action, fields }: Form): boolean {
  return /^https?:\/\/.*\/save(?:$|[?#])/.test(action) && fields.some(([name]) => name.startsWith('set_'));
}

function optsIn({ fields }: Form): boolean {
  return fields.some(([name, value]) => name.startsWith('set_') && name !== 'set_eom' && value === 'true');
}

function isOptOut([name, value]: readonly [string, string]): boolean {
  return name === 'set_eom' && value === 'true';
}
