import type { Browser, BrowserType } from 'playwright-core';
import { FetchError } from '../../errors.js';
import { loadOptional } from '../optional.js';
import { bareCause } from './faults.js';

/** Which browser to use: one of this machine, or one that runs elsewhere. */
export interface BrowserPlace {
  /** Path of Chromium or Chrome. Not together with `cdpUrl`. */
  executablePath?: string;
  /** Address of a running browser's DevTools protocol, `http:` or `ws:`. It may hold credentials and is never shown. */
  cdpUrl?: string;
  /** Whether Chromium confines its pages; it cannot where it is run by root. @default true */
  sandbox?: boolean;
  /** Further arguments for Chromium. @default [] */
  args?: readonly string[];
}

/** Chromium is there within this, in milliseconds, or not at all. */
const launchTimeout = 20_000;

/**
 * Loads the package that drives browsers, so that its absence is noticed before the first page. Throws a `FetchError` of
 * code `misconfigured`.
 */
export async function loadBrowserDriver(): Promise<void> {
  await loadDriver();
}

function loadDriver(): Promise<typeof import('playwright-core')> {
  return loadOptional('playwright-core', 'The browser adapter', async () => await import('playwright-core'));
}

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
