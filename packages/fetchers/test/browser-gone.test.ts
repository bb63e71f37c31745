import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Browser } from '../src/adapters/browser/launch.js';
import { CdpConnection, type CdpTransport } from '../src/adapters/browser/protocol.js';
import { TargetPreparer } from '../src/adapters/browser/targets.js';
import { browserAdapter } from '../src/index.js';
import { newSession, requestFor } from './support/requests.js';

/** A browser that never answers one command, like one that is killed while it handles it. */
class MuteBrowser implements CdpTransport {
  readonly methods: string[] = [];
  readonly close = vi.fn(async () => this.end());
  end: () => void = () => {};
  private answer: (message: string) => void = () => {};
  private readonly mute: string;

  constructor(mute: string) {
    this.mute = mute;
  }

  receive({ onMessage, onClose }: Parameters<CdpTransport['receive']>[0]): void {
    this.answer = onMessage;
    this.end = onClose;
  }

  send(message: string): void {
    const { id, method } = JSON.parse(message) as { id: number; method: string };
    this.methods.push(method);
    if (method === this.mute) return;
    const result = method === 'Target.createBrowserContext' ? { browserContextId: 'context' } : {};
    queueMicrotask(() => this.answer(JSON.stringify({ id, result })));
  }

  opened(): Browser {
    const connection = new CdpConnection(this);
    const { root, closed } = connection;
    return { root, targets: new TargetPreparer(connection), isLocal: true, closed, close: this.close };
  }
}

const openBrowser = vi.hoisted(() => vi.fn());
vi.mock('../src/adapters/browser/launch.js', () => ({ openBrowser }));

/** An adapter for one page at a time that launches the given browsers in turn. */
function adapterOf(...browsers: readonly MuteBrowser[]) {
  openBrowser.mockReset();
  for (const browser of browsers) openBrowser.mockImplementationOnce(async () => browser.opened());
  const adapter = browserAdapter({ executablePath: '/usr/bin/chromium', maxPages: 1 });
  onTestFinished(() => adapter.close?.());
  const session = newSession();
  const get = (signal = AbortSignal.timeout(120_000)) => {
    const page = adapter(requestFor('http://engine.test/'), { signal, session });
    page.catch(() => undefined); // awaited later
    return page;
  };
  return { get, session };
}

describe.each(['Target.createBrowserContext', 'Target.createTarget'])('a browser that does not answer %s', (mute) => {
  it('releases its place for the next page when it exits, and its session can be closed', async () => {
    const browsers = [new MuteBrowser(mute), new MuteBrowser(mute)];
    const { get, session } = adapterOf(...browsers);
    for (const browser of browsers) {
      const page = get();
      await expect.poll(() => browser.methods).toContain(mute);
      browser.end();
      await expect(page).rejects.toMatchObject({ code: 'network', message: 'The browser ended unexpectedly' });
    }
    await session.close();
  });

  it('is closed some time after the caller aborts', { timeout: 60_000 }, async () => {
    const browser = new MuteBrowser(mute);
    const { get } = adapterOf(browser);
    const caller = new AbortController();
    const page = get(caller.signal);
    await expect.poll(() => browser.methods).toContain(mute);
    caller.abort(new Error('left'));
    await expect(page).rejects.toThrow('left');
    expect(browser.close).toHaveBeenCalled();
  });
});
