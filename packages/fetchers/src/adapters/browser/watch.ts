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
  /** Rejects with a `FetchError` when the page crashes, breaks off or navigates to a host that is not allowed. */
  readonly trouble: Promise<never>;
  /** Resolves when a document has answered with a status of 400 or above: no landmark will follow. */
  readonly refused: Promise<void>;
}

/** Error of a document that a script navigated away from before its body had arrived. */
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
  trouble.catch(() => undefined); // `visit` awaits it, unless the visit has already ended
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
