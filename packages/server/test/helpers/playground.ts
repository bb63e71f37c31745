import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startSimulator } from '@svc/fixtures';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { readConfig, startService } from '../../src/index.js';
import { environment, key } from './service.js';

const require = createRequire(import.meta.url);
const executablePath = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** Whether Chromium is installed. */
export const hasChromium: boolean = existsSync(executablePath);

/** Name of the skipped test if Chromium is missing. */
export const noChromium: string = `CHROMIUM IS MISSING AT ${executablePath}: no page was checked (apt-get install chromium)`;

/** Viewport and colour scheme of a page. */
export interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

/** The viewports and colour schemes in which every view is checked. */
export const looks: [first: [string, Look], ...others: [string, Look][]] = [
  ['desktop, light', { width: 1280, height: 800, colorScheme: 'light' }],
  ['desktop, dark', { width: 1280, height: 800, colorScheme: 'dark' }],
  ['tablet, light', { width: 820, height: 1100, colorScheme: 'light' }],
  ['tablet, dark', { width: 820, height: 1100, colorScheme: 'dark' }],
  ['phone, light', { width: 390, height: 844, colorScheme: 'light' }],
  ['phone, dark', { width: 390, height: 844, colorScheme: 'dark' }],
];

/**
 * Expects that a page fits every viewport, and that axe finds nothing in two looks of the six, which differ in viewport
 * and colour scheme: to check all six takes most of the time of the tests. The number of a view decides which two, so
 * that several views have each look.
 */
export async function expectFit(page: Page, view: number): Promise<void> {
  const checked = [view % looks.length, (view + looks.length / 2) % looks.length];
  for (const [index, [name, look]] of looks.entries()) {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    if (checked.includes(index)) expect.soft([name, await findingsOf(page)]).toEqual([name, []]);
    expect.soft([name, await page.evaluate(overflow)]).toEqual([name, 0]);
  }
}

/** Expression: pixels by which the page is wider than the viewport. */
const overflow = 'Math.max(0, document.documentElement.scrollWidth - innerWidth)';

/** The playground of a service with simulated engines, in a browser. */
export interface Playground {
  address: string;
  /**
   * Opens the playground, or the page of a path with an optional fragment, until the end of the test; `faults` lists
   * problems seen by the browser.
   */
  open(look: Look, hash?: string): Promise<OpenPage>;
  close(): Promise<void>;
}

interface OpenPage {
  page: Page;
  /** Script errors, violations of the content security policy, and requests to other hosts. */
  faults: string[];
}

const options = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];
const quiet = ['--disable-component-update', '--disable-sync'];

/**
 * Chromium loads a page of its own for the suggestions of the address bar with every window, which takes more processor
 * time than ours. Only the last list of features counts, so that this one repeats what Playwright disables.
 */
const features = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'ThirdPartyStoragePartitioning'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];

/** The browser of all open playgrounds, and their number: to start one takes seconds. The last to close ends it. */
let shared: { browser: Promise<Browser>; uses: number } | undefined;

async function useBrowser(): Promise<{ browser: Browser; release(): Promise<void> }> {
  shared ??= {
    browser: chromium.launch({ executablePath, args: [...options, ...quiet, `--disable-features=${features}`] }),
    uses: 0,
  };
  const own = shared;
  own.uses += 1;
  const browser = await own.browser;
  return {
    browser,
    async release() {
      own.uses -= 1;
      if (own.uses > 0) return;
      shared = undefined;
      await browser.close();
    },
  };
}

/** Starts simulated engines and a service, and a browser unless another playground has one. */
export async function startPlayground(env: Record<string, string> = {}): Promise<Playground> {
  const simulator = await startSimulator();
  const gateway = env.SVC_ADAPTER === undefined ? { SVC_ADAPTER: 'http', SVC_GATEWAY: simulator.origin } : {};
  const config = readConfig({ ...environment, ...gateway, SVC_PORT: '0', ...env });
  const service = await startService(config);
  const { browser, release } = await useBrowser();
  const address = `${service.address}/`;
  return {
    address,
    open: (look, hash = '') => open(browser, { address, hash, look }),
    async close() {
      await release();
      await service.stop();
      await simulator.close();
    },
  };
}

async function open(browser: Browser, { address, hash, look }: { address: string; hash: string; look: Look }) {
  const { width, height, colorScheme } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  context.setDefaultTimeout(120_000); // half a minute is too little on a busy machine
  onTestFinished(() => context.close());
  // Stores the key for the session, as the page does.
  await context.addInitScript(`sessionStorage.setItem('svc.playground.key', ${JSON.stringify(JSON.stringify(key))})`);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/content security policy|trusted ?type/i.test(message.text())) faults.push(message.text());
  });
  // Requests blocked by the content security policy do not reach this handler.
  await context.route(
    ({ href }) => !href.startsWith(address),
    (route) => {
      faults.push(route.request().url());
      return route.abort();
    },
  );
  await page.goto(address + hash);
  await page.locator('main').waitFor();
  return { page, faults };
}

/** Expression: lays out off-screen content. The content security policy allows constructed style sheets. */
const layOutAll = `{ const all = new CSSStyleSheet();
  all.replaceSync('* { content-visibility: visible !important; }');
  document.adoptedStyleSheets = [all]; }`;

/** Expression: defines axe. The minified source, as browsers compile it in a fraction of the time of the other one. */
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Violations that axe finds on the page, by rule and element. */
async function findingsOf(page: Page): Promise<string[]> {
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(axeSource);
  // Off-screen content is not laid out, so axe would measure its position from before the viewport changed.
  await page.evaluate(layOutAll);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // The frame contains the page of another site, shown unchanged.
    return (
      await axe.run(
        { exclude: ['iframe'] },
        { resultTypes: ['violations'], iframes: false, rules: { 'target-size': { enabled: true } } },
      )
    ).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: Violation[] }>;
}

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}
