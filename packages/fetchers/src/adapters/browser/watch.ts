import type { Page, Request, Response } from 'playwright-core';
import { FetchError } from '../../errors.js';
import { mayRedirect } from '../../hosts.js';
import type { PageRequest } from '../../types.js';
import { browserFault } from './faults.js';

/** What is known of the documents that a page loads, one after another. */
export interface Watch {
  /** The document that answered last. */
  readonly last: Response | undefined;
  /** All that answered, redirects included. */
  readonly responses: readonly Response[];
  /** Rejected when the page is led to where it must not go, when it crashes, or when a refusal makes waiting futile. */
  readonly trouble: Promise<never>;
  /** Resolved when a document has answered that is no page with results, by its status. */
  readonly refused: Promise<void>;
}

/** What becomes of a document when a script leads on before it has come. */
const leftBehind = 'net::ERR_ABORTED';

/** Watches the documents of a page from its first on. */
export function watchDocuments(page: Page, { engine, url }: PageRequest): Watch {
  const asked = new URL(url);
  const responses: Response[] = [];
  let fail: (error: FetchError) => void = () => {};
  let refuse = () => {};
  const trouble = new Promise<never>((_, reject) => {
    fail = reject;
  });
  trouble.catch(() => undefined); // whoever waits for the page is told; nobody may
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });

  const isDocument = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('request', (request) => {
    if (!isDocument(request) || mayRedirect(engine, asked, new URL(request.url()))) return;
    fail(new FetchError('redirect', 'The engine redirects to where a page must not come from'));
  });
  page.on('response', (response) => {
    if (!isDocument(response.request())) return;
    responses.push(response);
    if (response.status() >= 400) refuse();
  });
  page.on('requestfailed', (request) => {
    const text = request.failure()?.errorText ?? '';
    const isBegun = responses.some((response) => response.request() === request);
    if (isDocument(request) && isBegun && text !== leftBehind) fail(browserFault(text));
  });
  page.on('crash', () => fail(browserFault('The page has crashed')));

  return {
    responses,
    trouble,
    refused,
    get last() {
      return responses.findLast((response) => !isRedirect(response));
    },
  };
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400 && response.request().redirectedTo() !== null;
}
