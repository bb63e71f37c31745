import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserAdapter } from '../src/index.js';
import { newSession, requestFor } from './support/requests.js';

/** A browser that never answers what it is asked for, as one does that is killed at the wrong moment. */
class MuteBrowser extends EventEmitter {
  readonly close = vi.fn(async () => void this.emit('disconnected'));
  readonly newBrowserCDPSession = async () => ({
    send: async () => ({ userAgent: 'Chrome' }),
    detach: async () => undefined,
  });

  readonly #mute: 'newContext' | 'newPage';

  constructor(mute: 'newContext' | 'newPage') {
    super();
    this.#mute = mute;
  }

  newContext(): Promise<unknown> {
    return this.#mute === 'newContext' ? never() : Promise.resolve({ newPage: never, close: never });
  }
}

const never = () => new Promise<never>(() => undefined);

const launch = vi.hoisted(() => vi.fn());
vi.mock('playwright-core', () => ({ chromium: { launch } }));

beforeEach(() => void launch.mockReset());

/** An adapter with room for one page, whose browsers are those. */
function adapterOf(...browsers: readonly MuteBrowser[]) {
  for (const browser of browsers) launch.mockResolvedValueOnce(browser);
  const adapter = browserAdapter({ executablePath: '/usr/bin/chromium', maxPages: 1 });
  onTestFinished(() => adapter.close?.());
  const session = newSession();
  const get = (signal = AbortSignal.timeout(20_000)) => {
    const page = adapter(requestFor('http://engine.test/'), { signal, session });
    page.catch(() => undefined); // looked at later
    return page;
  };
  return { get, session };
}

describe.each(['newContext', 'newPage'] as const)('a browser that does not answer %s', (mute) => {
  it('leaves room for the next page when it is gone, and its session can be closed', async () => {
    const browsers = [new MuteBrowser(mute), new MuteBrowser(mute)];
    const { get, session } = adapterOf(...browsers);
    for (const [index, browser] of browsers.entries()) {
      const page = get();
      await vi.waitFor(() => expect(launch).toHaveBeenCalledTimes(index + 1));
      await vi.waitFor(() => expect(browser.listenerCount('disconnected')).toBe(1));
      browser.emit('disconnected');
      await expect(page).rejects.toMatchObject({ code: 'network', message: 'The browser broke off' });
    }
    await session.close();
  });

  it('is ended some time after the caller has left', { timeout: 15_000 }, async () => {
    const browser = new MuteBrowser(mute);
    const { get } = adapterOf(browser);
    const caller = new AbortController();
    const page = get(caller.signal);
    await vi.waitFor(() => expect(browser.listenerCount('disconnected')).toBe(1));
    caller.abort(new Error('left'));
    await expect(page).rejects.toThrow('left');
    expect(browser.close).toHaveBeenCalled();
  });
});
