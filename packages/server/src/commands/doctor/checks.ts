import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { promisify } from 'node:util';
import { type ProxyServer, proxiesFromFile, tryBrowser } from '@svc/fetchers';
import type { Config } from '../../config/settings.js';
import { withoutCredentials } from '../../config/without-credentials.js';
import { codeOf } from '../../errors/reasons.js';
import { fileKeyStore } from '../../limits/keys/file-key-store.js';
import { usagePathOf } from '../../open-callers.js';
import { type DoctorCheckResult, failed, ok, redactedErrorMessage, warning } from './check-result.js';

/** Milliseconds in which a proxy must accept a connection, and a browser print its version. */
const timeout = 5_000;

/** Checks that every proxy accepts connections; the test search shows whether it forwards requests. */
export async function checkProxies({ proxies: given, proxiesFile }: Config): Promise<DoctorCheckResult | undefined> {
  let proxies: readonly ProxyServer[] = given;
  try {
    if (proxiesFile !== '') proxies = await proxiesIn(proxiesFile);
  } catch (error) {
    return failed(
      'proxies',
      `${withoutCredentials(proxiesFile)} cannot be used: ${redactedErrorMessage(error)}`,
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
  const source = await proxiesFromFile(file);
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

/** Checks that the browser starts and opens an empty page, or answers at its address. */
export async function checkBrowser(config: Config): Promise<DoctorCheckResult | undefined> {
  const { adapter, browserPath, browserCdpUrl, browserSandbox } = config;
  if (!adapter.includes('browser')) return undefined;
  if (browserPath === '') return checkRunningBrowser(browserCdpUrl);
  try {
    const { stdout } = await promisify(execFile)(browserPath, ['--version'], { timeout: timeout });
    const [line = ''] = stdout.trim().split('\n');
    if (!chromiumVersion.test(line))
      return failed('browser', `${browserPath} is not Chromium: it prints "${line}"`, browserAdvice);
  } catch (error) {
    return failed('browser', `${browserPath} does not start: ${redactedErrorMessage(error)}`, browserAdvice);
  }
  const isRoot = process.getuid?.() === 0;
  return isRoot && browserSandbox ? failed('browser', ...rootFault) : startBrowser(browserPath, browserSandbox);
}

async function startBrowser(executablePath: string, sandbox: boolean): Promise<DoctorCheckResult> {
  const began = performance.now();
  try {
    const version = await tryBrowser({ executablePath, sandbox });
    return ok('browser', `${version} opened a page ${Math.round(performance.now() - began)} ms after its start`);
  } catch (error) {
    const message = redactedErrorMessage(error);
    return failed('browser', message, /usable sandbox|namespace/i.test(message) ? sandboxAdvice : startAdvice);
  }
}

/** Four numbers in every build: `Chromium 156.0.7204.92`. */
const chromiumVersion = /\b\d+(?:\.\d+){3}\b/;

const browserAdvice = 'SVC_BROWSER_PATH must name Chromium or a browser based on it';

const rootFault = [
  'its sandbox does not work as root, so it will not start',
  'start svc as another user, or set SVC_BROWSER_SANDBOX=false',
] as const;

const sandboxAdvice = 'let this user create user namespaces, which the sandbox needs, or set SVC_BROWSER_SANDBOX=false';

const startAdvice = 'start it on the command line with --headless to see all that it prints';

async function checkRunningBrowser(address: string): Promise<DoctorCheckResult> {
  const url = new URL(address);
  const reached = await takesConnections(url);
  if (reached) return ok('browser', `${url.host} accepts connections`);
  return failed(
    'browser',
    `${url.host} does not accept connections`,
    'start it with --remote-debugging-port, or correct SVC_BROWSER_CDP_URL',
  );
}

/** Checks that the file of keys can be read, has an active key, and is only accessible to its owner. */
export async function checkKeys({ keysFile }: Config): Promise<DoctorCheckResult | undefined> {
  if (keysFile === '') return undefined;
  const records = (await fileKeyStore(keysFile).list()) ?? [];
  const now = Date.now();
  const active = records.filter(
    ({ disabled, expires_at }) => !disabled && (expires_at === null || Date.parse(expires_at) > now),
  );
  const create = '"svc keys create --name <text>" creates one';
  const file = withoutCredentials(keysFile);
  if (active.length === 0) return warning('keys', `${file} has no active key`, create);
  const isOpen = process.platform !== 'win32' && ((await stat(keysFile)).mode & 0o077) !== 0;
  if (isOpen) return warning('keys', `${file} can be read by others`, `chmod 600 ${file}`);
  return ok('keys', `${active.length} of ${records.length} in ${file} are active`);
}

/** Checks that the usage of quotas can be saved. Its file is replaced as a whole, so its folder must be writable. */
export async function checkUsageFileWritable(config: Config): Promise<DoctorCheckResult | undefined> {
  const path = usagePathOf(config);
  if (path === '' || config.redisUrl !== '') return undefined;
  const probe = `${path}.${process.pid}.probe`;
  const file = withoutCredentials(path);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
    return ok('usage', `${file} can be written`);
  } catch (error) {
    const advice =
      'SVC_USAGE_FILE must name a file in a writable folder; otherwise a restart resets the usage of quotas';
    return warning('usage', `${file} cannot be written (${codeOf(error)})`, advice);
  }
}

/** Checks that the service can listen on its address. */
export async function checkPort({ host, port }: Config): Promise<DoctorCheckResult> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return ok('port', port === 0 ? `a free port of ${host}` : `${port} of ${host} is free`);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE')
      return failed('port', redactedErrorMessage(error), 'correct SVC_HOST and SVC_PORT');
    const advice = 'a service may already be running there; SVC_PORT sets another port, 0 any free one';
    return warning('port', `${port} of ${host} is taken`, advice);
  } finally {
    server.close();
  }
}
