import { setTimeout as sleep } from 'node:timers/promises';
import { copyErrorWithoutSecrets, FetchError, type FetchErrorCode } from '../../errors.js';
import type { DocumentTracker } from './documents.js';
import type { CdpSession } from './protocol.js';

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** A browser page. */
export class BrowserPage {
  readonly documents: DocumentTracker;
  private readonly session: CdpSession;

  constructor(session: CdpSession, documents: DocumentTracker) {
    this.session = session;
    this.documents = documents;
  }

  /** Opens an address. Resolves when its document was received. Rejects with a `FetchError`. */
  async navigate(url: string, referer?: string): Promise<void> {
    const { documents, session } = this;
    const from = referer === undefined ? {} : { referrer: referer, referrerPolicy: 'unsafeUrl' };
    const opened = session.send<{ errorText?: string }>('Page.navigate', { url, ...from });
    const { errorText } = await Promise.race([documents.failure, opened]);
    // `failure` has a more specific error, unless no request was sent.
    if (errorText !== undefined && documents.nonHtmlPage === undefined && documents.lastResponse === undefined) {
      await this.nextCheck();
      throw browserFault(errorText);
    }
  }

  /**
   * Opens an address like a link on another page. No request is sent for that page; an empty document is substituted.
   */
  async follow(url: string, from: string): Promise<void> {
    await this.showEmpty(from);
    const before = this.documents.count;
    await this.evaluate(`void (location.href = ${JSON.stringify(url)})`, { isGesture: true });
    await this.nextDocument(before);
  }

  /** Waits until more than `count` documents were received, or one that is not HTML. Rejects like `nextCheck`. */
  async nextDocument(count: number): Promise<void> {
    while (this.documents.count === count && this.documents.nonHtmlPage === undefined) await this.nextCheck();
  }

  /** Waits until the page is to be checked again. Rejects if a document fails or the page closes. */
  async nextCheck(): Promise<void> {
    await Promise.race([this.documents.failure, sleep(pollInterval)]);
    this.session.throwIfGone();
  }

  /** Shows an empty document at an address, without a request. */
  async showEmpty(url: string): Promise<void> {
    this.documents.blankDocumentUrl = new URL(url).href;
    await this.navigate(url);
    this.documents.blankDocumentUrl = undefined;
  }

  /** Evaluates an expression, and awaits its value if it is a promise. */
  async evaluate<T>(expression: string, { isGesture = false }: { isGesture?: boolean } = {}): Promise<T> {
    const options = { expression, returnByValue: true, awaitPromise: true, userGesture: isGesture };
    const { result, exceptionDetails } = await this.session.send<Evaluated>('Runtime.evaluate', options);
    if (exceptionDetails === undefined) return result.value as T;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }

  /** Deletes the cookies with a name that are sent to an address. */
  async deleteCookie(name: string, url: string): Promise<void> {
    await this.session.send('Network.deleteCookies', { name, url });
  }
}

/** Milliseconds between checks of a page. */
const pollInterval = 20;

/** Chromium's errors that do not map to `network`. */
const faults: readonly (readonly [RegExp, FetchErrorCode, string])[] = [
  [
    /ERR_(?:PROXY_AUTH|INVALID_AUTH_CREDENTIALS|UNEXPECTED_PROXY_AUTH)/,
    'proxy_auth',
    'The proxy refused our credentials',
  ],
  [/ERR_(?:\w*PROXY|TUNNEL|SOCKS)/, 'proxy', 'The proxy failed'],
  [/ERR_(?:TOO_MANY_REDIRECTS|UNSAFE_REDIRECT)/, 'redirect', 'Too many redirects, or an invalid one'],
  [/ERR_(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_\w+)/, 'truncated', 'The connection closed before the end of the page'],
  [/ERR_(?:TIMED_OUT|CONNECTION_TIMED_OUT)/, 'timeout', 'The engine did not respond in time'],
  [
    /ERR_(?:INVALID_\w+|EMPTY_RESPONSE|CONTENT_DECODING_\w+|RESPONSE_\w+|ABORTED)/,
    'bad_response',
    'The response is invalid',
  ],
  [/net::ERR_/, 'network', 'The connection to the engine failed'],
  [/[Cc]rashed|closed|disconnected/, 'network', 'The browser ended unexpectedly'],
];

/** The `FetchError` for an error of the browser. */
export function browserFault(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const cause = copyErrorWithoutSecrets(error);
  const [, code, said] = faults.find(([words]) => words.test(cause.message)) ?? [
    undefined,
    'network',
    'The browser failed',
  ];
  return new FetchError(code as FetchErrorCode, said, { cause });
}
