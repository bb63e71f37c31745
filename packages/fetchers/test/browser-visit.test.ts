import { describe, expect, it } from 'vitest';
import { DocumentTracker } from '../src/adapters/browser/documents.js';
import { BrowserPage } from '../src/adapters/browser/page.js';
import { CdpConnection, type CdpTransport } from '../src/adapters/browser/protocol.js';
import { visitResultPage } from '../src/adapters/browser/visit.js';
import { requestFor } from './support/requests.js';

/** A browser that answers every command at once, and whose only page requests documents that never arrive. */
class StalledBrowser implements CdpTransport {
  readonly page: BrowserPage;
  private emit: (message: string) => void = () => {};
  private end: () => void = () => {};

  constructor() {
    const session = new CdpConnection(this).session('page');
    this.page = new BrowserPage(session, new DocumentTracker(session, { ...tracked, faultOf: () => undefined }));
  }

  receive({ onMessage, onClose }: Parameters<CdpTransport['receive']>[0]): void {
    Object.assign(this, { emit: onMessage, end: onClose });
  }

  send(message: string): void {
    const { id, method, params } = JSON.parse(message) as { id: number; method: string; params: { url?: string } };
    if (method === 'Page.navigate') this.requestDocument(String(params.url));
    const result = { result: {} };
    queueMicrotask(() => this.emit(JSON.stringify({ id, sessionId: 'page', result })));
  }

  close(): void {
    this.end();
  }

  closePage(): void {
    this.emit(JSON.stringify({ method: 'Target.detachedFromTarget', params: { sessionId: 'page' } }));
  }

  private requestDocument(url: string): void {
    const params = { requestId: '1', loaderId: '1', type: 'Document', frameId: tracked.frameId, request: { url } };
    this.emit(JSON.stringify({ sessionId: 'page', method: 'Network.requestWillBeSent', params }));
  }
}

const tracked = { frameId: 'main', maxBytes: 1_000 };

/** How the wait for a document ends. Without an end, a timer would run for ever. */
const ends: readonly [name: string, end: (browser: StalledBrowser) => void][] = [
  ['when the page closes', (browser) => browser.closePage()],
  ['when the browser ends', (browser) => browser.close()],
];

describe.each(ends)('the wait for a document ends %s', (_, end) => {
  const request = requestFor('http://engine.test/search');

  it.each([
    ['that was navigated to', request],
    ['that follows a link', { ...request, headers: { ...request.headers, referer: 'http://engine.test/' } }],
  ])('%s', { timeout: 10_000 }, async (_, asked) => {
    const browser = new StalledBrowser();
    const options = { landmarks: ['#search'], landmarkTimeout: 1, maxBytes: 1_000, mayAnswerConsent: true };
    const visit = visitResultPage(browser.page, asked, options);
    await browser.page.nextCheck();
    end(browser);
    await expect(visit).rejects.toThrow('The target has been closed');
  });

  it('after a form was sent', { timeout: 10_000 }, async () => {
    const browser = new StalledBrowser();
    const wait = browser.page.nextDocument(0);
    end(browser);
    await expect(wait).rejects.toThrow('The target has been closed');
  });
});
