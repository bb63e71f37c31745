import { setTimeout as sleep } from 'node:timers/promises';
import { FetchError } from '../../errors.js';
import type { PageRequest, RawPage } from '../../types.js';
import { tooLarge } from './documents.js';
import type { BrowserPage } from './page.js';

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
export interface VisitedPage {
  page: RawPage;
  /** Whether a page that asked for consent was answered. */
  answeredConsent: boolean;
}

/** A page that leads on and on is not waited for. */
const maxDocuments = 6;
/** Milliseconds between two looks at a page. */
const pollInterval = 25;

/** Opens the address and waits until a landmark is there. Throws a `FetchError`, or whatever the browser throws. */
export async function visit(page: BrowserPage, request: PageRequest, options: VisitOptions): Promise<VisitedPage> {
  return await Promise.race([page.documents.trouble, look()]);

  async function open(): Promise<void> {
    const { referer } = request.headers;
    const isFollowed = referer !== undefined && new URL(referer).origin === new URL(request.url).origin;
    await (isFollowed ? page.follow(request.url, referer) : page.navigate(request.url, referer));
    await settle(page, options);
  }

  async function look(): Promise<VisitedPage> {
    await open();
    const { data } = page.documents;
    if (data !== undefined) return { page: data, answeredConsent: false };
    const answeredConsent =
      options.mayAnswerConsent && ((await refuseByForm(page, options)) || (await refuseByButton(page, options, open)));
    return { page: page.documents.data ?? (await rawPage(page, options.maxBytes)), answeredConsent };
  }
}

/** What is seen of a page at one look. */
interface Look {
  state: 'loading' | 'interactive' | 'complete';
  hasLandmark: boolean;
}

/** Waits for a landmark and for the whole of the document that holds it; the page is given as it is when time is up. */
async function settle(page: BrowserPage, options: VisitOptions): Promise<void> {
  const { documents } = page;
  const end = performance.now() + options.landmarkTimeout;
  const first = documents.count;
  while (documents.data === undefined) {
    if (documents.count - first >= maxDocuments) throw new FetchError('redirect', 'The page leads on without end');
    const seen = documents.isLoading ? undefined : await lookAt(page, options.landmarks);
    const isRefused = (documents.last?.status ?? 0) >= 400; // no landmark will follow
    const isLate = options.landmarks.length > 0 && performance.now() >= end;
    if (seen && !documents.isLoading && isThere(seen, options, isRefused || isLate)) return;
    await sleep(pollInterval);
  }
}

function isThere({ state, hasLandmark }: Look, { landmarks }: VisitOptions, isGivenUp: boolean): boolean {
  if (landmarks.length === 0) return state === 'complete';
  return state !== 'loading' && (hasLandmark || isGivenUp);
}

/** Undefined where the page is just being replaced by another one. */
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

/** Refuses everything where a form of the page asks for consent; gives whether it did. */
async function refuseByForm(page: BrowserPage, options: VisitOptions): Promise<boolean> {
  const refusal = refusalAmong(await page.evaluate<Form[]>(readForms));
  if (refusal === undefined) return false;
  const { documents } = page;
  const before = documents.count;
  await page.evaluate(sendForm(refusal));
  while (documents.count === before && documents.data === undefined) await sleep(pollInterval);
  await settle(page, options);
  return true;
}

/**
 * Refuses everything where the page asks for consent in an overlay without a form, and opens the page again; gives whether
 * it did. An overlay over what was asked for hides nothing from a reader, and stays.
 */
async function refuseByButton(page: BrowserPage, options: VisitOptions, open: () => Promise<void>): Promise<boolean> {
  const { landmarks, landmarkTimeout } = options;
  if (!(await isShown(page, refusalButton))) return false;
  if (landmarks.length > 0 && (await isShown(page, landmarks.join(',')))) return false;
  await page.evaluate(pressRefusal);
  const end = performance.now() + landmarkTimeout;
  while ((await isShown(page, refusalButton)) && performance.now() < end) await sleep(pollInterval);
  await open();
  return true;
}

async function isShown(page: BrowserPage, selector: string): Promise<boolean> {
  return await page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`);
}

async function rawPage(page: BrowserPage, maxBytes: number): Promise<RawPage> {
  const { last } = page.documents;
  if (last === undefined) throw new FetchError('bad_response', 'The page has no document');
  const html = await page.evaluate<string | null>(serialised(maxBytes));
  const body = Buffer.from(html ?? '');
  if (html === null || body.byteLength > maxBytes) throw tooLarge(maxBytes);
  const headers = Object.entries(last.headers).filter(([name]) => !droppedHeaders.has(name));
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return { url: last.url, status: last.status, headers: { ...Object.fromEntries(headers), ...type }, body };
}

/** The document as its scripts have left it; null where it is too large, so that none too large is moved. */
function serialised(maxBytes: number): string {
  return `(() => {
    const { doctype, documentElement: root } = document;
    const html = (doctype ? new XMLSerializer().serializeToString(doctype) : '') + (root ? root.outerHTML : '');
    return html.length > ${maxBytes} ? null : html;
  })()`;
}

/** Without those that say how the bytes came, which are gone, and without cookies, which the session has. */
const droppedHeaders: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'set-cookie',
  'transfer-encoding',
]);

/** A form of a page, as far as consent depends on it. */
interface Form {
  /** Where it is sent, absolute. */
  action: string;
  /** Names and values of its hidden fields. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** Reads the forms of a page, as an expression for the page itself. */
const readForms = `Array.from(document.forms, (form) => ({
  action: form.action instanceof Element ? form.getAttribute('action') || '' : form.action,
  fields: Array.from(form.querySelectorAll('input[name]'), ({ name, value }) => [name, value]),
}))`;

/** Submits the form of that index with its own button, as an expression for the page itself. */
function sendForm(index: number): string {
  return `(() => {
    const form = document.forms[${index}];
    const button = form.querySelector('button:not([type]), button[type=submit], input[type=submit]');
    if (button) button.click();
    else form.requestSubmit();
  })()`;
}

/** The button that refuses everything where the page asks for consent in an overlay without a form. */
const refusalButton = '#W0wltc';

/** Presses that button, as an expression for the page itself: it may lie outside of the window. */
const pressRefusal: string = `document.querySelector('${refusalButton}').click()`;

/**
 * Which of a consent page's forms refuses everything: undefined where the page asks for no consent, or has no such form.
 * Forms are distinguished by the choices that they send and never by their words: one that opts in to anything, which is a
 * field `set_*` other than `set_eom` with the value `true`, is not it.
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
