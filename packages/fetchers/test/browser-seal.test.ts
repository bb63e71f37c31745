import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, resolvePublicAddress } from '../src/adapters/browser/addresses.js';
import { isRequestAllowed } from '../src/adapters/browser/guard.js';
import { browserAdapter, type RawPage } from '../src/index.js';
import { chromium, noChromium } from './support/chromium.js';
import { newSession, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

const adapter = browserAdapter({ ...chromium, landmarks: { 'alpha.search': ['#done'] }, landmarkTimeout: 30_000 });

/** A port that counts its connections. */
async function startTrap(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 6\r\n\r\nsecret');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

async function get(url: string): Promise<RawPage | { code: string }> {
  const session = newSession();
  onTestFinished(() => session.close());
  const answer = adapter(requestFor(`${url}/search`), { signal: AbortSignal.timeout(120_000), session });
  return await answer.catch((error: { code: string }) => error);
}

const script = (text: string) => `<script>${text}</script>`;
/** Completes the page with the result of its script. */
const after = (work: string) =>
  script(`(async () => { let seen; try { seen = await (async () => { ${work} })(); } catch (error) { seen = 'failed'; }
    await new Promise((resolve) => setTimeout(resolve, 700));
    document.body.insertAdjacentHTML('beforeend', '<p id=done>' + seen + '</p>'); })()`);

/** The HTML of each channel, for a target address. */
const channels: Readonly<Record<string, (to: string) => string>> = {
  'a meta refresh': (to) => `<meta http-equiv="refresh" content="0;url=${to}">`,
  'a location': (to) => script(`location.href = '${to}'`),
  'a popup': (to) => after(`open('${to}'); open('${to}', '_blank', 'noopener')`),
  'a frame': (to) => `<iframe src="${to}"></iframe>${after('')}`,
  'a frame that is redirected': () => `<iframe src="/away"></iframe>${after('')}`,
  'a fetch': (to) => after(`return (await fetch('${to}')).text()`),
  'a fetch that is redirected': () => after(`return (await fetch('/away')).text()`),
  'a fetch without an answer': (to) => after(`await fetch('${to}', { mode: 'no-cors', keepalive: true })`),
  'a beacon': (to) => after(`navigator.sendBeacon('${to}', 'text')`),
  'a WebSocket': (to) =>
    after(`await new Promise((done) => { new WebSocket('${to.replace('http', 'ws')}').onerror = done; })`),
  'a form': (to) => `<form id="form" method="post" action="${to}"></form>${script('form.submit()')}`,
  'a form into a frame': (to) =>
    `<iframe name="in"></iframe><form id="form" method="post" target="in" action="${to}"></form>${after('form.submit()')}`,
  'a worker': (to) =>
    after(`const code = \`fetch('${to}').then((answer) => answer.text()).then(postMessage, () => postMessage('failed'))\`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      return await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });`),
  'a worker that imports': (to) => after(`new Worker(URL.createObjectURL(new Blob([\`importScripts('${to}')\`])))`),
  'a shared worker': (to) => after(`new SharedWorker(URL.createObjectURL(new Blob([\`fetch('${to}')\`])))`),
  'a service worker': () =>
    after(`await navigator.serviceWorker.register('/service.js'); await navigator.serviceWorker.ready`),
  'an event source': (to) => after(`new EventSource('${to}')`),
  'parts of a page': (to) =>
    `<img src="${to}"><script src="${to}"></script><link rel="stylesheet" href="${to}"><embed src="${to}"><video src="${to}"></video>
     <object data="${to}"></object><style>@import '${to}';</style><track src="${to}"><input type="image" src="${to}">${after('')}`,
  'hints of what comes next': (to) =>
    `<link rel="preconnect" href="${to}"><link rel="dns-prefetch" href="${to}"><link rel="prefetch" href="${to}">
     <link rel="preload" as="fetch" href="${to}"><link rel="modulepreload" href="${to}"><link rel="manifest" href="${to}"><link rel="icon" href="${to}">
     <script type="speculationrules">{"prerender":[{"urls":["${to}"],"eagerness":"immediate"}],"prefetch":[{"urls":["${to}"],"eagerness":"immediate"}]}</script>${after('')}`,
  'a ping of a link': (to) => `<a id="link" href="#x" ping="${to}">x</a>${after('link.click()')}`,
  'a report of a policy': (to) =>
    `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri ${to}"><img src="/x.png">${after('')}`,
  'a WebTransport': (to) => after(`await new WebTransport('${to.replace('http', 'https')}').ready`),
  'another name of this machine': (to) =>
    after(`return (await fetch('${to.replace('127.0.0.1', 'localhost')}')).text()`),
  'a file': () =>
    `<iframe src="file:///etc/passwd"></iframe>${script("location.href = 'file:///etc/passwd'")}${after('')}`,
};

const introduction = `# Connections from a page

Generated by \`test/browser-seal.test.ts\`, which opens a page in Chromium that tries each channel, and counts connections to another port of
this machine. The same channels reach the port of the page. \`pnpm --filter @svc/fetchers exec vitest run test/browser-seal.test.ts -u\`
regenerates this file.
`;

if (noChromium) it.skip(noChromium, () => {});

describe.skipIf(noChromium)('a page', { timeout: 90_000 }, () => {
  afterAll(() => adapter.close?.());

  /** The rows of `SEAL.md`. */
  const rows: string[][] = [];

  it.each(Object.entries(channels))('cannot reach another port by %s', async (name, page) => {
    const trap = await startTrap();
    const to = `http://127.0.0.1:${trap.port}/stolen`;
    const { url } = await startServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { Location: to }).end();
      else if (request.url === '/service.js')
        response.setHeader('Content-Type', 'text/javascript').end(`fetch('${to}', { mode: 'no-cors' })`);
      else response.setHeader('Content-Type', 'text/html').end(`<!doctype html><body>${page(to)}`);
    });
    const answer = await get(url);
    await sleep(300);
    expect(trap.connections()).toBe(0);
    rows.push([name, `${trap.connections()}`, 'body' in answer ? 'the page' : `\`${answer.code}\``]);
    if ('body' in answer) expect(Buffer.from(answer.body).toString()).not.toContain('secret');
    else expect(answer.code).toBe('redirect');
  });

  it.each([
    'a meta refresh',
    'a location',
    'a frame',
    'a fetch',
    'a WebSocket',
    'a form',
    'a worker',
    'an event source',
  ])('reaches its own port by %s', async (name) => {
    const paths: string[] = [];
    const { url } = await startServer((request, response) => {
      const own = `http://${request.headers.host}/own`;
      paths.push(request.url!);
      const body = request.url === '/search' ? channels[name]!(own) : '<p id=done>';
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><body>${body}`);
    });
    await get(url);
    expect(paths).toContain('/own');
  });

  it('cannot reach another port by a redirect, and the fetch fails', async () => {
    const trap = await startTrap();
    const { url } = await startServer((_, response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${trap.port}/` }).end(),
    );
    expect(await get(url)).toMatchObject({ code: 'redirect' });
    expect(trap.connections()).toBe(0);
    rows.push(['a redirect', `${trap.connections()}`, '`redirect`']);
  });

  it('sends no UDP packet by WebRTC', async () => {
    let packets = 0;
    const stun = createSocket('udp4').on('message', () => {
      packets += 1;
    });
    stun.bind(0, '127.0.0.1');
    await once(stun, 'listening');
    onTestFinished(() => void stun.close());
    const { port } = stun.address();
    const peer = `const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:127.0.0.1:${port}'] },
        { urls: 'turn:127.0.0.1:${port}?transport=udp', username: 'a', credential: 'b' }] });
      const found = [];
      peer.onicecandidate = ({ candidate }) => candidate && found.push(candidate.candidate);
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return found.length`;
    const { url } = await startServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><body>${after(peer)}`),
    );
    const answer = await get(url);
    expect('body' in answer && Buffer.from(answer.body).toString()).toContain('<p id="done">0</p>');
    expect(packets).toBe(0);
    rows.push(['a STUN and a TURN server, by UDP', `${packets}`, 'the page']);
  });

  it('has the results that SEAL.md lists', async () => {
    const last = new Map(rows.map((row) => [row[0], row])); // the last result of a repeated test
    const cells = [['Way out of a page', 'Connections or packets elsewhere', 'The caller gets'], ...last.values()];
    const widths = cells[0]!.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)));
    const [head, ...others] = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`);
    const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
    await expect(`${introduction}\n${[head, line, ...others].join('\n')}\n`).toMatchFileSnapshot('../SEAL.md');
  });

  it('is the only client of its forwarder, which requires a password', async () => {
    const { startFilteringProxy } = await import('../src/adapters/browser/forwarder.js');
    const { url, requests } = await startServer((_, response) => response.end('page'));
    const forwarder = await startFilteringProxy({ engine: 'alpha', proxy: undefined, connectTimeout: 1_000 });
    onTestFinished(() => forwarder.close());
    forwarder.permit(new URL(url));
    const { request } = await import('node:http');
    const { port } = new URL(forwarder.url);
    const ask = (path: string, login?: string) =>
      new Promise<number | string>((resolve) => {
        const headers =
          login === undefined ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(login).toString('base64')}` };
        const outgoing = request({ host: '127.0.0.1', port, path, headers }, (answer) => resolve(answer.statusCode!));
        outgoing.once('error', () => resolve('closed')).end();
      });
    const { username, password } = forwarder.credentials;
    expect(await ask(`${url}/`)).toBe(407);
    expect(await ask(`${url}/`, 'page:guess')).toBe(407);
    expect(requests).toHaveLength(0);
    expect(await ask(`${url}/`, `${username}:${password}`)).toBe(200);
    expect(await ask('http://127.0.0.1:9/', `${username}:${password}`)).toBe('closed');
    expect(requests).toHaveLength(1);
  });
});

describe('isRequestAllowed', () => {
  const engine = 'https://www.google.com/search';
  const simulator = 'http://127.0.0.1:8080/search';
  it.each([
    [engine, 'https://www.google.com/xjs', true],
    [engine, 'https://consent.google.com/save', true],
    [engine, 'https://www.gstatic.com/a.js', true],
    [engine, 'wss://www.google.com/live', true],
    [engine, 'http://www.google.com/', false],
    [engine, 'https://www.google.com:8443/', false],
    [engine, 'https://www.google.com.evil.test/', false],
    [engine, 'https://evilgstatic.com/', false],
    [engine, 'https://www.bing.com/', false],
    [engine, 'https://127.0.0.1/', false],
    [engine, 'https://[::1]/', false],
    [engine, 'ftp://www.google.com/', false],
    [simulator, 'http://127.0.0.1:8080/a.js', true],
    [simulator, 'ws://127.0.0.1:8080/', true],
    [simulator, 'http://127.0.0.1:8081/', false],
    [simulator, 'http://127.0.0.1/', false],
    [simulator, 'https://www.google.com/', false],
  ])('from %s to %s: %s', (from, to, isAllowed) => {
    expect(isRequestAllowed('alpha', new URL(from), new URL(to))).toBe(isAllowed);
  });
});

describe('resolvePublicAddress', () => {
  it.each(['8.8.8.8', '2a00:1450:4001::1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '::ffff:8.8.8.8'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
    ],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      'name',
    ],
  ])('rejects %s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    await expect(resolvePublicAddress('www.google.com', async () => ['8.8.8.8', address])).rejects.toThrow(
      'not public',
    );
  });

  it('returns the first address', async () => {
    await expect(resolvePublicAddress('www.google.com', async () => ['8.8.8.8', '1.1.1.1'])).resolves.toBe('8.8.8.8');
  });
});
