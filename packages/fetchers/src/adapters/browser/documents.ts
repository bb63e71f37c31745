import { FetchError } from '../../errors.js';
import type { RawPage } from '../../types.js';
import type { DocumentHooks, PausedResponse } from './guard.js';
import { browserFault } from './page.js';
import type { CdpSession } from './protocol.js';

/** A document that was received. */
export interface DocumentResponse {
  url: string;
  status: number;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Record<string, string>;
}

/** A `Set-Cookie` value and the address that sent it. */
export interface ReceivedCookie {
  value: string;
  url: string;
}

interface RequestEvent {
  requestId: string;
  loaderId: string;
  type?: string;
  frameId?: string;
}

/** Error of a document if a script navigated away before its body was received. */
const leftBehind = 'net::ERR_ABORTED';
const chunkSize = 256 * 1024;

/** The documents that a page loads, one after another, with their responses and errors. */
export class DocumentTracker implements DocumentHooks {
  readonly frameId: string;
  /** Rejects with a `FetchError` if the page crashes, is cut off, is too large, or navigates to a host that is not allowed. */
  readonly failure: Promise<never>;
  readonly cookies: ReceivedCookie[] = [];
  blankDocumentUrl: string | undefined;
  /** Number of documents received, without redirects. */
  count = 0;
  /** The document received last. */
  lastResponse: DocumentResponse | undefined;
  /** A response that is not HTML, with its body. */
  nonHtmlPage: RawPage | undefined;
  /** Whether a document has been requested and not yet received. */
  isLoading = false;
  private readonly session: CdpSession;
  private readonly maxBytes: number;
  private readonly faultOf: (url: URL) => FetchError | undefined;
  private fail: (error: FetchError) => void = () => {};
  private current = '';
  private bytes = 0;
  /** Addresses of the current document, including redirects, in order. */
  private hops: string[] = [];
  private answered = 0;

  constructor(session: CdpSession, options: DocumentTrackerOptions) {
    this.session = session;
    this.frameId = options.frameId;
    this.maxBytes = options.maxBytes;
    this.faultOf = options.faultOf;
    this.failure = new Promise((_, reject) => {
      this.fail = reject;
    });
    this.failure.catch(() => undefined); // awaited by the visit, unless that has ended
    this.listen();
  }

  onNavigationBlocked(): void {
    this.fail(new FetchError('redirect', 'The engine redirects to a host that is not allowed'));
  }

  takeOverResponse(answer: PausedResponse): boolean {
    const { status, headers } = answer;
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
    if (isRedirect || /html/.test(headers['content-type'] ?? 'html')) return false;
    this.readData(answer).catch((error: unknown) => this.fail(browserFault(error)));
    return true;
  }

  /** Why the last connection for an address failed; undefined if it did not. */
  faultAt(url: string): FetchError | undefined {
    return this.faultOf(new URL(url));
  }

  private listen(): void {
    const { session } = this;
    session.on<RequestEvent & { request: { url: string } }>('Network.requestWillBeSent', (event) => {
      if (!this.isOwn(event)) return;
      if (event.requestId !== this.current)
        Object.assign(this, { current: event.requestId, hops: [], answered: 0, bytes: 0 });
      this.hops.push(event.request.url);
      this.isLoading = true;
    });
    session.on<{ requestId: string; headers: Record<string, string> }>('Network.responseReceivedExtraInfo', (event) => {
      if (event.requestId === this.current) this.takeCookies(event.headers);
    });
    session.on<RequestEvent & { response: DocumentResponse }>('Network.responseReceived', (event) => {
      if (event.requestId === this.current) this.take(event.response);
    });
    session.on<{ requestId: string; dataLength: number }>('Network.dataReceived', ({ requestId, dataLength }) => {
      if (requestId !== this.current) return;
      this.bytes += dataLength;
      if (this.bytes > this.maxBytes) this.fail(documentTooLargeError(this.maxBytes));
    });
    session.on<{ requestId: string; errorText: string }>('Network.loadingFailed', ({ requestId, errorText }) => {
      if (requestId !== this.current || this.nonHtmlPage !== undefined) return;
      if (this.isLoading) this.fail(this.errorFor(errorText));
      else if (errorText !== leftBehind) this.fail(browserFault(errorText));
    });
    session.on('Inspector.targetCrashed', () => this.fail(browserFault('The page has crashed')));
  }

  /** Why a document was not received. The forwarder has more specific errors than the browser. */
  private errorFor(errorText: string): FetchError {
    return this.faultAt(this.hops.at(-1)!) ?? browserFault(errorText);
  }

  private isOwn({ requestId, loaderId, type, frameId }: RequestEvent): boolean {
    return type === 'Document' && frameId === this.frameId && requestId === loaderId;
  }

  private take({ url, status, headers }: DocumentResponse): void {
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll('\n', ', ')]);
    this.lastResponse = { url, status, headers: Object.fromEntries(named) };
    this.count += 1;
    this.isLoading = false;
    const length = Number(this.lastResponse.headers['content-length']);
    if (length > this.maxBytes) this.fail(documentTooLargeError(this.maxBytes));
  }

  /** Redirects have the same request id, in order. */
  private takeCookies(headers: Record<string, string>): void {
    const url = this.hops[Math.min(this.answered, this.hops.length - 1)]!;
    this.answered += 1;
    const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'set-cookie')?.[1] ?? '';
    for (const cookie of value.split('\n')) if (cookie !== '') this.cookies.push({ value: cookie, url });
  }

  /** Reads a body that the browser would not display, up to the limit. */
  private async readData({ requestId, url, status, headers }: PausedResponse): Promise<void> {
    const { session, maxBytes } = this;
    const chunks: Buffer[] = [];
    let size = 0;
    const { stream } = await session.send<{ stream: string }>('Fetch.takeResponseBodyAsStream', { requestId });
    for (let isOver = false; !isOver; ) {
      const read = await session.send<{ data: string; base64Encoded?: boolean; eof: boolean }>('IO.read', {
        ...{ handle: stream, size: chunkSize },
      });
      const chunk = Buffer.from(read.data, read.base64Encoded ? 'base64' : 'utf8');
      size += chunk.byteLength;
      if (size > maxBytes) throw documentTooLargeError(maxBytes);
      chunks.push(chunk);
      isOver = read.eof;
    }
    const { 'set-cookie': _, 'content-encoding': __, ...kept } = headers;
    this.nonHtmlPage = { url, status, headers: kept, body: Buffer.concat(chunks, size) };
    session.sendIgnoringErrors('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }
}

/** Which documents to track, and their size limit. */
export interface DocumentTrackerOptions {
  frameId: string;
  /** Size limit of a document, in bytes. */
  maxBytes: number;
  /** Why the connection to an address failed, if known. */
  faultOf(url: URL): FetchError | undefined;
}

/** The error for a body that exceeds the limit. */
export function documentTooLargeError(maxBytes: number): FetchError {
  return new FetchError('too_large', `The body is larger than ${maxBytes} bytes`);
}
