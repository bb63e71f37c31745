import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { type ProxyServer, proxyFile } from '@svc/fetchers';
import type { Config } from '../../config/settings.js';
import { withoutCredentials } from '../../config/without-credentials.js';
import { type Finding, failed, messageOf, ok } from './finding.js';

/** Milliseconds in which a proxy must accept a connection, and a browser print its version. */
const timeout = 5_000;

/** Checks that every proxy accepts connections; the test search shows whether it forwards requests. */
export async function checkProxies({ proxies: given, proxiesFile }: Config): Promise<Finding | undefined> {
  let proxies: readonly ProxyServer[] = given;
  try {
    if (proxiesFile !== '') proxies = await proxiesIn(proxiesFile);
  } catch (error) {
    return failed(
      'proxies',
      `${withoutCredentials(proxiesFile)} cannot be used: ${messageOf(error)}`,
      'correct the file of SVC_PROXIES_FILE',
    );
  }
  if (proxies.length === 0) return undefined;
  const reached = await Promise.all(
    proxies.map(async ({ id, url }) => ({ id, isReached: await takesConnections(url) })),
  );
  const missing = reached.filter(({ isReached }) => !isReached).map(({ id }) => id);
  if (missing.length === 0) return ok('proxies', `${proxies.length} of ${proxies.length} accept connections`);
  const message = `${missing.length} of ${proxies.length} do not accept connections: ${missing.slice(0, 5).join(', ')}`;
  return failed('proxies', message, 'correct or remove them in SVC_PROXIES or SVC_PROXIES_FILE');
}

async function proxiesIn(file: string): Promise<readonly ProxyServer[]> {
  const source = await proxyFile(file);
  source.close();
  return source.current();
}

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080, 'socks4:': 1080 };

function takesConnections({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port) || (usualPorts[protocol] ?? 80), timeout: timeout });
    const end = (isReached: boolean) => {
      socket.destroy();
      resolve(isReached);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

/** Checks that the browser starts and prints its version, or answers at its address. */
export async function checkBrowser({ adapter, browserPath, browserCdpUrl }: Config): Promise<Finding | undefined> {
  if (!adapter.includes('browser')) return undefined;
  if (browserPath === '') return checkRunningBrowser(browserCdpUrl);
  try {
    const { stdout } = await promisify(execFile)(browserPath, ['--version'], { timeout: timeout });
    const [line = ''] = stdout.trim().split('\n');
    if (chromiumVersion.test(line)) return ok('browser', line);
    return failed('browser', `${browserPath} is not Chromium: it prints "${line}"`, browserAdvice);
  } catch (error) {
    return failed('browser', `${browserPath} does not start: ${messageOf(error)}`, browserAdvice);
  }
}

/** Four numbers in every build: `Chromium 156.0.7204.92`. */
const chromiumVersion = /\b\d+(?:\.\d+){3}\b/;

const browserAdvice = 'SVC_BROWSER_PATH must name Chromium or a browser based on it';

async function checkRunningBrowser(address: string): Promise<Finding> {
  const url = new URL(address);
  const reached = await takesConnections(url);
  if (reached) return ok('browser', `${url.host} accepts connections`);
  return failed(
    'browser',
    `${url.host} does not accept connections`,
    'start it with --remote-debugging-port, or correct SVC_BROWSER_CDP_URL',
  );
}
