import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Server as ProxyChain } from 'proxy-chain';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Adapter,
  type BrowserAdapterOptions,
  browserAdapter,
  type PageRequest,
  parseProxies,
  type RawPage,
  type Session,
} from '../src/index.js';
import { browserProcesses, chromium, noChromium } from './support/chromium.js';
import { newSession, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';
import { startSocksProxy } from './support/socks.js';

const landmarks = { 'alpha.search': ['#search'] };
const shared = browserAdapter({ ...chromium, landmarks, landmarkTimeout: 5_000 });

const result = '<!doctype html><title>Tea</title><div id="search">tea from <i>é</i></div>';

interface Try {
  adapter?: Adapter;
  session?: Session;
  signal?: AbortSignal;
}

function get(request: PageRequest, { adapter = shared, session = newSession(), signal }: Try = {}): Promise<RawPage> {
  onTestFinished(() => session.close());
  return adapter(request, { signal: signal ?? AbortSignal.timeout(120_000), session });
}

function ownBrowser(options: BrowserAdapterOptions = {}): Adapter {
  const adapter = browserAdapter({ ...chromium, landmarks, ...options });
  onTestFinished(() => adapter.close?.());
  return adapter;
}

function textOf({ body }: RawPage): string {
  return Buffer.from(body).toString();
}

if (noChromium) it.skip(noChromium, () => {});

describe.skipIf(noChromium)('a browser', () => {
  afterAll(() => shared.close?.());

  describe('returns a page', () => {
    it('with its status, headers and address, in UTF-8', async () => {
      const { url } = await startServer((_, response) => {
        response.setHeader('Content-Type', 'text/html; charset=ISO-8859-1').setHeader('X-Region', 'at');
        response.end(Buffer.from(result, 'latin1'));
      });
      const page = await get(requestFor(`${url}/search?q=tea`));
      expect(page).toMatchObject({ url: `${url}/search?q=tea`, status: 200, headers: { 'x-region': 'at' } });
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(textOf(page)).toContain('tea from <i>é</i>');
    });

    it('that a script has loaded', async () => {
      const { url } = await startServer((request, response) => {
        response.setHeader('Content-Type', 'text/html');
        if (request.headers.cookie?.includes('js=1')) response.end(result);
        else response.end(`<title>Wall</title><script>document.cookie='js=1'; location.reload()</script>`);
      });
      const session = newSession();
      const page = await get(requestFor(`${url}/search`), { session });
      expect(textOf(page)).toContain('<title>Tea</title>');
      expect(await session.cookies.getCookieString(`${url}/`)).toContain('js=1');
    });

    it('of status 403, 429 or 503 without waiting for landmarks', async () => {
      const { url } = await startServer((request, response) => {
        response.writeHead(Number(request.url?.slice(1)) || 404).end('<p>no'); // 404 for an icon
      });
      const adapter = ownBrowser({ landmarkTimeout: 600_000 }); // longer than a test may take
      for (const status of [403, 429, 503]) {
        expect(await get(requestFor(`${url}/${status}`), { adapter })).toMatchObject({ status });
      }
    });

    it('as it is if no landmark appears in time', async () => {
      const { url } = await startServer((_, response) =>
        response.setHeader('Content-Type', 'text/html').end('<p>wall'),
      );
      const adapter = ownBrowser({ landmarkTimeout: 300 });
      expect(textOf(await get(requestFor(url), { adapter }))).toContain('<p>wall');
    });

    it('of an operation without landmarks once it has loaded', async () => {
      const { url } = await startServer((_, response) =>
        response.setHeader('Content-Type', 'text/html').end('<p>rows'),
      );
      expect(textOf(await get(requestFor(url, { operation: 'alpha.news' })))).toContain('<p>rows');
    });

    it('without loading its images, media and fonts', async () => {
      const { url, requests } = await startServer((request, response) => {
        response.setHeader('Content-Type', request.url === '/own.js' ? 'text/javascript' : 'text/html');
        const parts = `<img src="/a.png"><video src="/b.mp4"></video><style>@font-face{font-family:f;src:url(/c.woff)}
          body{font-family:f;background:url(/d.png)}</style><script src="/own.js"></script>`;
        response.end(request.url === '/own.js' ? '' : parts + result);
      });
      await get(requestFor(`${url}/search`));
      expect(requests.map((request) => request.url)).toEqual(['/search', '/own.js']);
    });

    it('of JSON data unchanged, with a single request', async () => {
      const bytes = Buffer.from([0x5b, 0xe9, 0x5d]);
      const { url, requests } = await startServer((_, response) => {
        response.setHeader('Content-Type', 'text/javascript; charset=ISO-8859-1');
        response.setHeader('Content-Disposition', 'attachment; filename="f.txt"').end(bytes);
      });
      const page = await get(requestFor(`${url}/complete/search`, { operation: 'alpha.autocomplete' }));
      expect(page).toMatchObject({ status: 200, url: `${url}/complete/search` });
      expect(Buffer.from(page.body)).toEqual(bytes);
      expect(requests).toHaveLength(1);
    });
  });

  describe('sends a request', () => {
    it('with the cookies, referrer, language and device of its session', async () => {
      const { url, requests } = await startServer((_, response) => {
        response.setHeader('Set-Cookie', ['id=7; Path=/; HttpOnly', 'gone=1; Max-Age=0']);
        response.setHeader('Content-Type', 'text/html').end(result);
      });
      const session = newSession({ device: 'mobile', locale: 'de-AT' });
      await session.cookies.setCookie('before=1', url);
      const headers = { 'accept-language': 'de-AT,de;q=0.9', referer: `${url}/home` };
      await get(requestFor(`${url}/1`, { headers, cookies: { place: 'a|b' } }), { session });
      await get(requestFor(`${url}/2`, { headers }), { session });
      const [first, second] = requests.map((request) => request.headers);
      expect(first).toMatchObject({ 'accept-language': 'de-AT,de;q=0.9', referer: `${url}/home` });
      expect(first?.['user-agent']).toMatch(/Android.*Chrome\/\d+.* Mobile Safari/);
      expect(cookiesIn(first?.cookie)).toEqual(['before=1', 'place=a|b']);
      expect(cookiesIn(second?.cookie)).toEqual(['before=1', 'id=7']);
    });

    it('without the cookies of other sessions', async () => {
      const { url, requests } = await startServer((request, response) => {
        response.setHeader('Set-Cookie', `seen=${request.url?.slice(1)}`).end(result);
      });
      await get(requestFor(`${url}/1`));
      await get(requestFor(`${url}/2`));
      expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
    });

    it('with the location of its session', async () => {
      const { url } = await startServer((_, response) => {
        const script =
          'navigator.geolocation.getCurrentPosition(({coords}) => { search.textContent = coords.latitude; document.body.id = "there" })';
        response.setHeader('Content-Type', 'text/html').end(`${result}<script>${script}</script>`);
      });
      const adapter = ownBrowser({ landmarks: { 'alpha.search': ['#there'] } });
      const session = newSession({ place: { lat: 48.25, lon: 16.5 } });
      expect(textOf(await get(requestFor(url), { adapter, session }))).toContain('48.25');
    });
  });

  describe('goes through a proxy', () => {
    async function startProxy(): Promise<{ port: number; requestCount: () => number }> {
      const proxy = new ProxyChain({
        port: 0,
        host: '127.0.0.1',
        prepareRequestFunction: ({ password }) => ({ requestAuthentication: password !== 'right' }),
      });
      await proxy.listen();
      onTestFinished(() => proxy.close(true));
      return { port: proxy.port, requestCount: () => proxy.stats.connectRequestCount + proxy.stats.httpRequestCount };
    }

    function through(address: string): Session {
      return newSession({ proxy: parseProxies([address])[0]! });
    }

    it('with a password, without loading images', async () => {
      const paths: string[] = [];
      const { url } = await startServer((request, response) => {
        paths.push(request.url ?? '');
        response.setHeader('Content-Type', 'text/html').end(`${result}<img src="/pot.png">`);
      });
      const { port, requestCount } = await startProxy();
      const page = await get(requestFor(url), { session: through(`http://user:right@127.0.0.1:${port}`) });
      expect(textOf(page)).toContain('tea from');
      expect(requestCount()).toBeGreaterThan(0);
      expect(paths).toEqual([new URL(requestFor(url).url).pathname]);
    });

    it('of SOCKS, with or without a password', async () => {
      const { url } = await startServer((_, response) => response.setHeader('Content-Type', 'text/html').end(result));
      const open = await startSocksProxy();
      expect(textOf(await get(requestFor(url), { session: through(open.url) }))).toContain('tea from');
      const guarded = await startSocksProxy({ user: 'jane', password: 'right' });
      const address = guarded.url.replace('//', '//jane:right@');
      expect(textOf(await get(requestFor(url), { session: through(address) }))).toContain('tea from');
      expect([...open.targets, ...guarded.targets]).toEqual([new URL(url).host, new URL(url).host]);
    });

    it('and fails with proxy_auth if the proxy rejects the password', async () => {
      const { url } = await startServer((_, response) => response.end(result));
      const { port } = await startProxy();
      const http = get(requestFor(url), { session: through(`http://user:wrong@127.0.0.1:${port}`) });
      await expect(http).rejects.toMatchObject({ code: 'proxy_auth' });
      const guarded = await startSocksProxy({ user: 'jane', password: 'right' });
      const socks = get(requestFor(url), { session: through(guarded.url.replace('//', '//jane:wrong@')) });
      await expect(socks).rejects.toMatchObject({ code: 'proxy_auth' });
    });

    it('and fails with an error without the password if the proxy is unreachable', async () => {
      const { url } = await startServer((_, response) => response.end(result));
      const session = through('http://user:s3cret@127.0.0.1:9');
      const error = await get(requestFor(url), { session }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'proxy' });
      expect(inspect(error, { depth: 20 })).not.toContain('s3cret');
    });
  });

  it('may be a running one, reached by its CDP address', async () => {
    const port = 20_000 + (process.pid % 20_000);
    const local = ownBrowser({ args: [...(chromium.args ?? []), `--remote-debugging-port=${port}`] });
    const { url } = await startServer((_, response) => response.setHeader('Content-Type', 'text/html').end(result));
    await get(requestFor(url), { adapter: local });
    const remote = browserAdapter({ cdpUrl: `http://127.0.0.1:${port}`, landmarks });
    expect(textOf(await get(requestFor(url), { adapter: remote }))).toContain('tea from');
    await remote.close?.();
    expect(textOf(await get(requestFor(url), { adapter: local }))).toContain('tea from');
  });

  describe('handles a consent page', () => {
    const form = (fields: Record<string, string>) =>
      `<form action="/save" method="post">${Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)}<button>ok</button></form>`;
    const consentPage = `<!doctype html><div id="search"></div>
      ${form({ set_eom: 'false', set_sc: 'true', set_aps: 'true', escs: 'yes' })}${form({ set_eom: 'true', escs: 'no' })}`;

    it('by rejecting everything, once', async () => {
      const posted: string[] = [];
      const { url, requests } = await startServer((request, response) => {
        if (request.method === 'POST') {
          request.on('data', (chunk) => posted.push(String(chunk)));
          response.writeHead(302, { Location: '/search', 'Set-Cookie': 'SOCS=refused; Path=/' }).end();
        } else {
          response.setHeader('Content-Type', 'text/html');
          response.end(request.headers.cookie?.includes('SOCS') ? result : consentPage);
        }
      });
      const session = newSession();
      expect(textOf(await get(requestFor(`${url}/search`), { session }))).toContain('tea from');
      await get(requestFor(`${url}/search?start=10`), { session });
      expect(posted).toEqual(['set_eom=true&escs=no']);
      expect(linesOf(requests)).toEqual(['GET /search', 'POST /save', 'GET /search', 'GET /search?start=10']);
    });

    const overlay = `<div id="overlay"><button id="L2AGLb">yes</button><button id="W0wltc">no</button></div>
      <script>for (const button of document.querySelectorAll('button')) button.onclick = async () => {
        await fetch('/choice?' + button.id, { method: 'POST' });
        document.getElementById('overlay').remove();
      }</script>`;
    const overlaid = (shown: string) =>
      startServer((request, response) => {
        response.setHeader('Content-Type', 'text/html');
        if (request.method === 'POST') response.writeHead(204, { 'Set-Cookie': 'SOCS=refused; Path=/' }).end();
        else response.end(request.headers.cookie?.includes('SOCS') ? result : `<!doctype html>${shown}${overlay}`);
      });
    it('in an overlay without a form by rejecting everything', async () => {
      const { url, requests } = await overlaid('<p>home');
      const session = newSession();
      expect(textOf(await get(requestFor(`${url}/search`), { session }))).toContain('tea from');
      expect(linesOf(requests)).toEqual(['GET /search', 'POST /choice?W0wltc', 'GET /search']);
      expect(await session.cookies.getCookieString(`${url}/`)).toContain('SOCS=refused');
    });

    it('in an overlay over results by ignoring it', async () => {
      const { url, requests } = await overlaid(result);
      expect(textOf(await get(requestFor(`${url}/search`)))).toContain('id="overlay"');
      expect(linesOf(requests)).toEqual(['GET /search']);
    });

    it('by returning it if it appears again', async () => {
      const { url, requests } = await startServer((request, response) => {
        if (request.method === 'POST') response.writeHead(302, { Location: '/search' }).end();
        else response.setHeader('Content-Type', 'text/html').end(consentPage);
      });
      expect(textOf(await get(requestFor(`${url}/search`)))).toContain('set_eom');
      expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    });
  });

  describe('reports', () => {
    it.each([
      ['a refused connection', 'network', 'http://127.0.0.1:9/'],
      ['an unknown host name', 'network', 'http://engine.invalid/'],
    ])('%s', async (_, code, address) => {
      await expect(get(requestFor(address))).rejects.toMatchObject({ code });
    });

    it('a body shorter than announced', async () => {
      const { url } = await startServer((request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 9_999 });
        response.write(result, () => setTimeout(() => request.socket.end(), 50));
      });
      await expect(get(requestFor(url))).rejects.toMatchObject({ code: 'truncated' });
    });

    it('a page that is too large', async () => {
      const { url } = await startServer((_, response) =>
        response.setHeader('Content-Type', 'text/html').end(`${result}${'<p>more'.repeat(1_000)}`),
      );
      await expect(get(requestFor(url), { adapter: ownBrowser({ maxBytes: 5_000 }) })).rejects.toMatchObject({
        code: 'too_large',
      });
    });

    it.each([
      ['redirect', (to: string) => ({ status: 302, headers: { Location: to }, body: '' })],
      ['script', (to: string) => ({ status: 200, headers: {}, body: `<script>location.href = '${to}'</script>` })],
    ])('a %s to a foreign host', async (_, respond) => {
      const foreign = await startServer((_, response) => response.end(result));
      const { status, headers, body } = respond(`${foreign.url}/`);
      const { url } = await startServer((_, response) =>
        response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(body),
      );
      await expect(get(requestFor(url))).rejects.toMatchObject({ code: 'redirect' });
    });

    it('an endless redirect', async () => {
      const { url } = await startServer((_, response) => response.writeHead(302, { Location: '/' }).end());
      await expect(get(requestFor(url))).rejects.toMatchObject({ code: 'redirect' });
    });

    it('a missing executable, and mutually exclusive options', async () => {
      const adapter = browserAdapter({ executablePath: '/nowhere/chromium' });
      await expect(get(requestFor('http://127.0.0.1:9/'), { adapter })).rejects.toMatchObject({
        code: 'misconfigured',
      });
      expect(() => browserAdapter({ executablePath: 'a', cdpUrl: 'http://b' })).toThrow(/either/);
    });
  });

  it('opens at most maxPages pages at once', async () => {
    const held: ServerResponse[] = [];
    const { url } = await startServer((request, response) => {
      if (request.url === '/favicon.ico') response.writeHead(404).end();
      else held.push(response.setHeader('Content-Type', 'text/html'));
    });
    const adapter = ownBrowser({ maxPages: 2 });
    const pages = Promise.all(Array.from({ length: 6 }, () => get(requestFor(url), { adapter })));
    for (let round = 0; round < 3; round += 1) {
      await expect.poll(() => held.length).toBeGreaterThanOrEqual(2);
      await sleep(500); // a third page would be requested by then
      expect(held).toHaveLength(2);
      for (const response of held.splice(0)) response.end(result);
    }
    await pages;
  });

  it('is replaced and ended after recycleAfter pages', async () => {
    const { url } = await startServer((_, response) => response.setHeader('Content-Type', 'text/html').end(result));
    const adapter = ownBrowser({ recycleAfter: 2 });
    const session = newSession();
    const mains: number[] = [];
    const others = new Set(browserProcesses().map(({ pid }) => pid));
    for (let count = 0; count < 3; count += 1) {
      await get(requestFor(url), { adapter, session });
      mains.push(...browserProcesses().flatMap(({ pid, isMain }) => (isMain && !others.has(pid) ? [pid] : [])));
    }
    expect(new Set(mains).size).toBe(2);
  });

  it('is restarted after it was killed, and leaves no temporary files', async () => {
    const folder = await mkdtemp('/tmp/svc-tmp-');
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url } = await startServer((request, response) => {
      if (request.url === '/kill') for (const { pid } of browserProcesses()) process.kill(pid, 'SIGKILL');
      else response.setHeader('Content-Type', 'text/html').end(result);
    });
    const adapter = ownBrowser();
    const session = newSession();
    await get(requestFor(url), { adapter, session });
    await expect(get(requestFor(`${url}/kill`), { adapter, session })).rejects.toMatchObject({ code: 'network' });
    expect(textOf(await get(requestFor(url), { adapter, session }))).toContain('tea from');
    await adapter.close?.();
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('closes a page when its caller aborts', async () => {
    let left = () => {};
    const isLeft = new Promise<void>((resolve) => {
      left = resolve;
    });
    const controller = new AbortController();
    const { url } = await startServer((request) => {
      request.socket.on('close', left);
      controller.abort(new RangeError('enough'));
    });
    const adapter = ownBrowser({ maxPages: 1 });
    const page = get(requestFor(url), { adapter, signal: controller.signal });
    await expect(page).rejects.toThrow(RangeError);
    await isLeft;
    const other = await startServer((_, response) => response.setHeader('Content-Type', 'text/html').end(result));
    expect(textOf(await get(requestFor(other.url), { adapter }))).toContain('tea from');
  });
});

function linesOf(requests: readonly IncomingMessage[]): string[] {
  return requests.map(({ method, url }) => `${method} ${url}`);
}

function cookiesIn(header = ''): string[] {
  return header.split('; ').sort();
}
