import { setTimeout as sleep } from 'node:timers/promises';
import { copyErrorWithoutSecrets, FetchError } from '../../errors.js';
import { assertKnownOptions } from '../../known-options.js';
import { type BrowserOptions, browserOptionNames } from './emulation.js';
import { type Browser, openBrowser } from './launch.js';
import type { CdpSession } from './protocol.js';

/** Milliseconds for an empty page. */
const pageTimeout = 10_000;

/**
 * Starts a browser, or connects to a running one, opens an empty page, and closes both. Sends no request to any site. Resolves to
 * the browser's own version, such as `Chrome/156.0.8078.108`. Throws a `FetchError` that says why it cannot be used.
 */
export async function tryBrowser(options: BrowserOptions = {}): Promise<string> {
  assertKnownOptions(options, browserOptionNames);
  const browser = await openBrowser(options);
  const late = new AbortController();
  const timeout = sleep(pageTimeout, undefined, { signal: late.signal }).then(() => {
    throw new Error('The page did not respond in time');
  });
  try {
    const { product } = await browser.root.send<{ product: string }>('Browser.getVersion');
    await Promise.race([openEmptyPage(browser), timeout]);
    return product;
  } catch (error) {
    throw new FetchError('misconfigured', 'The browser starts but opens no page', {
      cause: copyErrorWithoutSecrets(error),
    });
  } finally {
    late.abort();
    timeout.catch(() => undefined); // it was aborted
    await browser.close();
  }
}

/** Resolves when a script has run in a page: its process may fail where that of the browser does not. */
async function openEmptyPage({ root, targets }: Browser): Promise<void> {
  const { browserContextId } = await root.send<{ browserContextId: string }>('Target.createBrowserContext', {
    disposeOnDetach: true,
  });
  let opened: Promise<unknown> | undefined;
  const prepare = (session: CdpSession) => {
    opened ??= session.send('Runtime.evaluate', { expression: 'document.URL' });
    opened.catch(() => undefined); // awaited below
  };
  const unregister = await targets.prepare(browserContextId, prepare);
  await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
  await opened;
  unregister();
  await root.send('Target.disposeBrowserContext', { browserContextId });
}
