import { Server as ProxyChain } from 'proxy-chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type FetchError,
  impitAdapter,
  type PageRequest,
  parseProxies,
  type RawPage,
  type Session,
} from '../src/index.js';
import { startAnswer } from './support/raw.js';
import { newSession, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

function get(request: PageRequest, session: Session = newSession(), options = {}): Promise<RawPage> {
  return impitAdapter(options)(request, { signal: AbortSignal.timeout(10_000), session });
}

function errorOf(page: Promise<RawPage>): Promise<FetchError> {
  return page.then(
    () => {
      throw new Error('The request returned a page');
    },
    (error: FetchError) => error,
  );
}

describe('impit', () => {
  it('sends the headers of its browser, with the language, referrer and cookies of the request', async () => {
    const { url, requests } = await startServer((_, response) => {
      response.writeHead(403, { 'Set-Cookie': ['id=1; Path=/', 'bad=1; Domain=else.test'], 'X-Region': 'at' }).end('é');
    });
    const session = newSession();
    const headers = { 'accept-language': 'de-AT,de;q=0.9', referer: `${url}/`, 'user-agent': 'not this one' };
    const page = await get(requestFor(`${url}/search`, { headers, cookies: { place: 'a|b' } }), session);
    await get(requestFor(`${url}/search`, { headers }), session);
    expect(page).toMatchObject({ url: `${url}/search`, status: 403, headers: { 'x-region': 'at' } });
    expect(Buffer.from(page.body).toString()).toBe('é');
    expect(page.headers).not.toHaveProperty('set-cookie');
    const [first, second] = requests.map((request) => request.headers);
    expect(first).toMatchObject({ 'accept-language': 'de-AT,de;q=0.9', referer: `${url}/`, cookie: 'place=a|b' });
    expect(first?.['user-agent']).toMatch(/Chrome\/151/);
    expect(first?.['sec-ch-ua']).toContain('v="151"');
    expect(second?.cookie).toBe('id=1');
  });

  it('follows only redirects within the host', async () => {
    const foreign = await startServer((_, response) => response.end());
    const { url } = await startServer((request, response) => {
      const location = { '/a': '/b', '/out': foreign.url, '/loop': '/loop' }[request.url ?? ''];
      if (location === undefined) response.end('end');
      else response.writeHead(302, { Location: location }).end();
    });
    expect(await get(requestFor(`${url}/a`))).toMatchObject({ url: `${url}/b`, status: 200 });
    expect(await errorOf(get(requestFor(`${url}/out`)))).toMatchObject({ code: 'redirect' });
    expect(await errorOf(get(requestFor(`${url}/loop`)))).toMatchObject({ code: 'redirect' });
    expect(foreign.requests).toEqual([]);
  });

  it('uses the proxy of the session, and reports a rejected password', async () => {
    const proxy = new ProxyChain({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction: ({ password }) => ({ requestAuthentication: password !== 'right' }),
    });
    await proxy.listen();
    onTestFinished(() => proxy.close(true));
    const { url } = await startServer((_, response) => response.end('page'));
    const through = (address: string) => newSession({ proxy: parseProxies([address])[0]! });
    expect(await get(requestFor(url), through(`http://user:right@127.0.0.1:${proxy.port}`))).toMatchObject({
      status: 200,
    });
    const refused = await errorOf(get(requestFor(url), through(`http://user:wrong@127.0.0.1:${proxy.port}`)));
    expect(refused).toMatchObject({ code: 'proxy_auth' });
  });

  it.each([
    ['a refused connection', 'http://127.0.0.1:9/', 'network'],
    ['an unknown host name', 'http://engine.invalid/', 'network'],
  ])('reports %s without the address', async (_, url, code) => {
    const error = await errorOf(get(requestFor(url)));
    expect(error).toMatchObject({ code });
    expect(String(error.cause)).not.toContain('engine');
  });

  it.each([
    ['a body shorter than announced', `${ok}Content-Length: 900\r\n\r\ntea`, 'truncated'],
    ['chunks without the last one', `${ok}Transfer-Encoding: chunked\r\n\r\n3\r\ntea\r\n`, 'truncated'],
    ['half of the headers', 'HTTP/1.1 200 OK\r\nConte', 'bad_response'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n',
      'bad_response',
    ],
  ])('reports %s', async (_, answer, code) => {
    const { host } = await startAnswer(answer);
    expect(await errorOf(get(requestFor(`http://${host}/`)))).toMatchObject({ code });
  });

  it.each(['http', 'socks5h'])('reports a proxy of %s that refuses connections', async (scheme) => {
    const session = newSession({ proxy: parseProxies([`${scheme}://user:s3cret@127.0.0.1:9`])[0]! });
    const error = await errorOf(get(requestFor('http://engine.test/'), session));
    expect(error).toMatchObject({ code: 'proxy', cause: { message: 'ConnectError' } });
  });

  it('reports a page that is too large, and an engine that does not respond', async () => {
    const { url } = await startServer((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(200));
    });
    expect(await errorOf(get(requestFor(`${url}/large`), newSession(), { maxBytes: 100 }))).toMatchObject({
      code: 'too_large',
    });
    expect(await errorOf(get(requestFor(`${url}/silent`), newSession(), { timeout: 300 }))).toMatchObject({
      code: 'timeout',
    });
  });
});
