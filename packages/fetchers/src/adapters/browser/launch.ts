import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyErrorWithoutSecrets, FetchError, loadOptionalPackage } from '../../errors.js';
import type { BrowserOptions } from './emulation.js';
import { CdpConnection, type CdpSession, type CdpTransport } from './protocol.js';
import { collectStartupOutput } from './startup-output.js';
import { TargetPreparer } from './targets.js';

/** A running browser. */
export interface Browser {
  readonly root: CdpSession;
  readonly targets: TargetPreparer;
  /** Whether it can reach a proxy on the loopback interface of this machine. */
  readonly isLocal: boolean;
  /** Resolves when it has ended or is no longer reachable. */
  readonly closed: Promise<void>;
  /** Ends it. A browser that was not started here keeps running. */
  close(): Promise<void>;
}

/** Milliseconds for Chromium to start. */
const launchTimeout = 20_000;
/** Milliseconds for it to exit before it is killed. */
const closeTimeout = 3_000;

/** Default install locations. */
const usualPaths = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
] as const;

/**
 * Ensures that all traffic goes through the proxy of a session: requests without a session get an unreachable proxy, the browser
 * resolves no names, and QUIC and WebRTC cannot use UDP. The WebRTC switch is given under both names, because builds differ.
 */
const sealed = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
] as const;

/**
 * Features of the browser's own windows. Chromium 156 loads a page of its own for the suggestions of the address bar with every
 * window, which takes more processor time than most result pages.
 */
const unneeded = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['MediaRouter', 'DialMediaRouteProvider', 'OptimizationHints', 'Translate', 'AutofillServerCommunication'],
] as const;

/** Disables first-run pages, background requests, and throttling of background pages. */
const quiet = [
  ...['--headless', '--no-first-run', '--no-default-browser-check', '--no-startup-window', '--mute-audio'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-default-apps'],
  ...[
    '--disable-extensions',
    '--disable-domain-reliability',
    '--disable-breakpad',
    '--no-pings',
    '--no-service-autorun',
  ],
  ...['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows'],
  ...['--disable-renderer-backgrounding', '--disable-hang-monitor', '--disable-popup-blocking'],
  ...['--password-store=basic', '--use-mock-keychain', '--disable-dev-shm-usage'],
  `--disable-features=${unneeded.join(',')}`,
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
] as const;

/** Starts the browser, or connects to a running one. Throws a `FetchError`. */
export async function openBrowser(options: BrowserOptions): Promise<Browser> {
  return options.cdpUrl === undefined ? await launch(options) : await connect(options.cdpUrl);
}

async function launch({ executablePath = usualPath(), sandbox = true, args = [] }: BrowserOptions): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-browser-'));
  // These come last, because the last of repeated switches takes effect.
  const flags = [...quiet, ...args, ...(sandbox ? [] : ['--no-sandbox']), `--user-data-dir=${folder}`, ...sealed];
  const child = spawn(executablePath, [...flags, '--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: environmentIn(folder),
    detached: process.platform !== 'win32', // its own process group, which can be killed as a whole
  });
  const output = collectStartupOutput(child.stdio[2] as Readable);
  const exited = once(child, 'exit').then(
    () => undefined,
    (error: unknown) => error, // it did not start, so the first command rejects
  );
  const killAtExit = () => killGroup(child);
  process.once('exit', killAtExit);
  const ended = exited.then(async () => {
    process.off('exit', killAtExit);
    killGroup(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);
  });
  const connection = new CdpConnection(pipeTransport(child));
  try {
    await answers(connection, exited);
    output.ignoreRest();
  } catch (error) {
    killGroup(child);
    await ended;
    throw startFault(output.reason(), error);
  }
  async function close(): Promise<void> {
    connection.root.sendIgnoringErrors('Browser.close');
    const late = new AbortController();
    const isLate = sleep(closeTimeout, true, { signal: late.signal }).catch(() => false);
    if (await Promise.race([exited.then(() => false), isLate])) killGroup(child);
    late.abort();
    await ended;
  }
  return { ...browserOf(connection), isLocal: true, close };
}

/** Most characters of a folder in which the browser can make its sockets, whose addresses are limited to 104. */
const maxSocketFolder = 54;

/** The environment in which temporary files are made in the profile: a browser that is killed does not remove its own. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  return folder.length > maxSocketFolder ? process.env : { ...process.env, TMPDIR: folder };
}

/** @param reason what the browser printed, if anything */
function startFault(reason: string | undefined, error: unknown): FetchError {
  const cause = copyErrorWithoutSecrets(error);
  const advice = 'check its path, and its sandbox, which does not work as root';
  const message = reason === undefined ? advice : copyErrorWithoutSecrets(reason).message;
  return new FetchError('misconfigured', `The browser could not be started: ${message}`, { cause });
}

/** Waits for the response to a first command. */
async function answers(connection: CdpConnection, exited: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const timeout = sleep(launchTimeout, undefined, { signal: late.signal }).then(() => {
    throw new Error('The browser did not respond in time');
  });
  const gone = exited.then((error) => {
    throw error ?? new Error('The browser exited');
  });
  try {
    await Promise.race([connection.root.send('Browser.getVersion'), timeout, gone]);
  } finally {
    late.abort();
    timeout.catch(() => undefined); // it was aborted
    gone.catch(() => undefined); // `closed` reports it from here on
  }
}

async function connect(cdpUrl: string): Promise<Browser> {
  try {
    const address = await webSocketAddress(cdpUrl, AbortSignal.timeout(launchTimeout));
    const connection = new CdpConnection(await webSocketTransport(address));
    const close = async () => {
      connection.close();
      await connection.closed;
    };
    const isLocal = isLoopback(new URL(cdpUrl).hostname);
    return { ...browserOf(connection), isLocal, close };
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError('network', 'The remote browser could not be reached', {
      cause: copyErrorWithoutSecrets(error),
    });
  }
}

function browserOf(connection: CdpConnection): Pick<Browser, 'root' | 'targets' | 'closed'> {
  return { root: connection.root, targets: new TargetPreparer(connection), closed: connection.closed };
}

function usualPath(): string {
  return usualPaths.find((path) => existsSync(path)) ?? usualPaths[0];
}

/** Kills the browser and all its processes. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // All its processes have already ended.
  }
}

/** Whether a host is this machine. */
function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * The `ws:` address of a running browser. For an `http:` address, it is requested from `/json/version`, as documented by Chromium. The
 * host in the response is replaced by the requested one, because the browser may not know its public name.
 */
async function webSocketAddress(cdpUrl: string, signal: AbortSignal): Promise<string> {
  const asked = new URL(cdpUrl);
  if (/^wss?:$/.test(asked.protocol)) return asked.href;
  const version = new URL('json/version', asked.href.endsWith('/') ? asked : `${asked.href}/`);
  version.search = asked.search;
  const response = await fetch(version, { signal });
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl?: string };
  if (typeof webSocketDebuggerUrl !== 'string') throw new Error('The response contains no DevTools address');
  const address = new URL(webSocketDebuggerUrl);
  address.protocol = asked.protocol === 'https:' ? 'wss:' : 'ws:';
  address.host = asked.host;
  if (address.search === '') address.search = asked.search;
  return address.href;
}

/** The pipes of a browser started with `--remote-debugging-pipe`. Each message ends with a zero byte. */
function pipeTransport(browser: ChildProcess): CdpTransport {
  const [, , , toBrowser, fromBrowser] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  return {
    send: (message) => void (toBrowser.writable && toBrowser.write(`${message}\0`)),
    receive({ onMessage, onClose }) {
      let rest: Buffer[] = [];
      fromBrowser.on('data', (chunk: Buffer) => {
        let from = 0;
        for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
          onMessage(Buffer.concat([...rest, chunk.subarray(from, end)]).toString());
          rest = [];
          from = end + 1;
        }
        if (from < chunk.length) rest.push(chunk.subarray(from));
      });
      fromBrowser.once('close', onClose);
      // When the browser ends, it closes the pipes, which `close` reports.
      for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', () => pipe.destroy());
    },
    close() {
      toBrowser.end();
      fromBrowser.destroy();
    },
  };
}

/** The part of the WebSocket API used here, provided by the platform and by the package `ws`. */
interface Socket {
  send(message: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
}

/**
 * Connects to the DevTools protocol at a `ws:` address. Node.js has `WebSocket` since version 22; older versions require the package
 * `ws`. Rejects if the connection fails.
 */
async function webSocketTransport(address: string): Promise<CdpTransport> {
  const socket = await openSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', resolve);
    for (const type of ['error', 'close'] as const)
      socket.addEventListener(type, () => reject(new Error('The connection failed')));
  });
  return {
    send: (message) => socket.send(message),
    receive({ onMessage, onClose }) {
      socket.addEventListener('message', ({ data }) => onMessage(String(data)));
      socket.addEventListener('close', onClose);
    },
    close: () => socket.close(),
  };
}

async function openSocket(address: string): Promise<Socket> {
  const { WebSocket } = globalThis as { WebSocket?: new (address: string) => Socket };
  if (WebSocket !== undefined) return new WebSocket(address);
  const ws = await loadOptionalPackage('ws', 'A remote browser on Node 20', async () => await import('ws'));
  return new ws.WebSocket(address, { perMessageDeflate: false, maxPayload: 256 * 1024 * 1024 }) as unknown as Socket;
}
