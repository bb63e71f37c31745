import type { Documents } from './documents.js';
import { browserFault } from './faults.js';
import type { ProtocolSession } from './protocol.js';

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** A page of a browser. */
export class BrowserPage {
  readonly documents: Documents;
  private readonly session: ProtocolSession;

  constructor(session: ProtocolSession, documents: Documents) {
    this.session = session;
    this.documents = documents;
  }

  /** Opens an address; resolved when its document has answered. Rejects with a `FetchError`. */
  async navigate(url: string, referer?: string): Promise<void> {
    const { documents, session } = this;
    const from = referer === undefined ? {} : { referrer: referer, referrerPolicy: 'unsafeUrl' };
    const opened = session.send<{ errorText?: string }>('Page.navigate', { url, ...from });
    const { errorText } = await Promise.race([documents.trouble, opened]);
    // `trouble` reports a failure with more detail, unless nothing was sent.
    if (errorText !== undefined && documents.data === undefined && documents.last === undefined) {
      await Promise.race([documents.trouble, nextTick()]);
      throw browserFault(errorText);
    }
  }

  /**
   * Opens an address as a link of another one does. Nothing is sent to that other one: an empty document stands in for it.
   */
  async follow(url: string, from: string): Promise<void> {
    await this.showEmpty(from);
    const before = this.documents.count;
    await this.evaluate(`void (location.href = ${JSON.stringify(url)})`, { isGesture: true });
    while (this.documents.count === before && this.documents.data === undefined) {
      await Promise.race([this.documents.trouble, nextTick()]);
    }
  }

  /** Shows an empty document at an address, without asking for it. */
  async showEmpty(url: string): Promise<void> {
    this.documents.standIn = new URL(url).href;
    await this.navigate(url);
    this.documents.standIn = undefined;
  }

  /** The value of an expression, or of the promise that it gives. */
  async evaluate<T>(expression: string, { isGesture = false }: { isGesture?: boolean } = {}): Promise<T> {
    const options = { expression, returnByValue: true, awaitPromise: true, userGesture: isGesture };
    const { result, exceptionDetails } = await this.session.send<Evaluated>('Runtime.evaluate', options);
    if (exceptionDetails === undefined) return result.value as T;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }

  /** Deletes cookies of a name that are sent to an address. */
  async deleteCookie(name: string, url: string): Promise<void> {
    await this.session.send('Network.deleteCookies', { name, url });
  }
}

/** Milliseconds between two looks at a page. */
const pollInterval = 20;

function nextTick(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, pollInterval);
  });
}
