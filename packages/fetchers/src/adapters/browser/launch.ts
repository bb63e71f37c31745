import type { Browser, BrowserType } from 'playwright-core';
import { FetchError } from '../../errors.js';
import { loadDriver } from './driver.js';
import { bareCause } from './faults.js';
import type { BrowserPlace } from './place.js';

/** Chromium is there within this, in milliseconds, or not at all. */
const launchTimeout = 20_000;

/** Starts the browser, or connects to the one that runs. Throws a `FetchError`. */
export async function openBrowser(place: BrowserPlace): Promise<Browser> {
  const { chromium } = await loadDriver();
  const { cdpUrl } = place;
  return cdpUrl === undefined ? await launch(chromium, place) : await connect(chromium, cdpUrl);
}

async function launch(chromium: BrowserType, { executablePath, sandbox = true, args = [] }: BrowserPlace) {
  try {
    return await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      chromiumSandbox: sandbox,
      args: ['--disable-quic', ...args],
      timeout: launchTimeout,
      // Who uses this package decides what a signal means.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new FetchError(
      'misconfigured',
      'The browser could not be started: check its path and whether it may use a sandbox',
      {
        cause: bareCause(error),
      },
    );
  }
}

async function connect(chromium: BrowserType, cdpUrl: string): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(cdpUrl, { timeout: launchTimeout });
  } catch (error) {
    throw new FetchError('network', 'The remote browser could not be reached', { cause: bareCause(error) });
  }
}
