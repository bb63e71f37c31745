import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { Server as ProxyChain } from 'proxy-chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type FetchError,
  type PageRequest,
  type RawPage,
  type UnblockerDescription,
  unblockerAdapter,
} from '../src/index.js';
import { newSession, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

const key = 's3cret/key';
const page = '<!doctype html><title>Grüße</title>';

/** One of the examples, with the origin of a test server. */
function example(name: string, origin: string): UnblockerDescription {
  const text = readFileSync(new URL(`../examples/unblockers/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text.replace(/https:\/\/[\w.]+\.example/, origin)) as UnblockerDescription;
}

function fetchPage(description: UnblockerDescription, request: PageRequest, deadline?: number): Promise<RawPage> {
  const adapter = unblockerAdapter({ description, key });
  onTestFinished(() => adapter.close?.());
  const session = newSession({ id: 'alpha-7' });
  const context = { signal: AbortSignal.timeout(10_000), session, ...(deadline !== undefined && { deadline }) };
  return adapter(request, context);
}

async function errorOf(fetching: Promise<RawPage>): Promise<FetchError> {
  return await fetching.then(
    () => {
      throw new Error('The request returned a page');
    },
    (error: FetchError) => error,
  );
}

const request = requestFor('https://www.google.com/search?q=tea&hl=de', {
  headers: { 'accept-language': 'de-AT,de;q=0.9', 'user-agent': 'own' },
  cookies: { SOCS: 'CAI' },
  country: 'at',
});

describe('a service with an address', () => {
  it('gets the target, key, country, session and headers to pass on', async () => {
    const { url, requests } = await startServer((_, response) => {
      const target = {
        'x-target-status': '429',
        'x-final-url': 'https://www.google.com/sorry',
        'fwd-retry-after': '9',
      };
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=ISO-8859-1', ...target })
        .end(Buffer.from(page, 'latin1'));
    });
    const got = await fetchPage(example('address', url), request);
    expect(got).toMatchObject({ url: 'https://www.google.com/sorry', status: 429 });
    expect(got.headers).toEqual({ 'content-type': 'text/html; charset=ISO-8859-1', 'retry-after': '9' });
    expect(Buffer.from(got.body).toString('latin1')).toBe(page);
    const [received] = requests as [IncomingMessage];
    expect(received.url).toMatch(
      /^\/v1\/\?country_code=at&render=false&session_number=[\da-f]{12}&url=https%3A%2F%2Fwww\.google\.com%2Fsearch%3Fq%3Dtea%26hl%3Dde$/,
    );
    expect(received.headers).toMatchObject({
      'x-api-key': key,
      'fwd-accept-language': 'de-AT,de;q=0.9',
      'fwd-cookie': 'SOCS=CAI',
    });
    expect(received.headers).not.toHaveProperty('fwd-user-agent');
  });

  it('gets no country if none is known', async () => {
    const { url, requests } = await startServer((_, response) =>
      response.setHeader('x-target-status', '200').end(page),
    );
    const { country, ...anywhere } = request;
    expect((await fetchPage(example('address', url), anywhere)).url).toBe(request.url);
    expect(requests[0]?.url).toMatch(/^\/v1\/\?render=false/);
  });

  it.each([
    [401, {}, 'misconfigured', 'refuses the key'],
    [403, { 'x-credits-left': '0' }, 'misconfigured', 'used up'],
    [400, {}, 'misconfigured', 'description'],
    [429, {}, 'network', 'busy'],
    [500, {}, 'network', 'did not get the page'],
    [200, {}, 'network', 'did not get the page'],
  ])('may fail with %i %o: %s', async (status, headers, code, words) => {
    const { url } = await startServer((_, response) => response.writeHead(status, headers).end('sorry'));
    const error = await errorOf(fetchPage(example('address', url), request));
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('may fail with an empty page or Retry-After', async () => {
    const { url } = await startServer((_, response) => response.setHeader('x-target-status', '200').end());
    expect(await errorOf(fetchPage(example('address', url), request))).toMatchObject({ code: 'network' });
    const busy = await startServer((_, response) => response.writeHead(429, { 'Retry-After': '7' }).end());
    expect(await errorOf(fetchPage(example('address', busy.url), request))).toMatchObject({ retryAfter: 7 });
  });
});

describe('a service with JSON requests', () => {
  it('responds with JSON that contains the page', async () => {
    const bodies: unknown[] = [];
    const { url } = await startServer(async (incoming, response) => {
      bodies.push([incoming.headers.authorization, JSON.parse(await text(incoming))]);
      const result = {
        httpResponseBody: Buffer.from(page).toString('base64'),
        statusCode: '200',
        url: `${request.url}#`,
      };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ results: [result] }));
    });
    const got = await fetchPage(example('json', url), { ...request, country: 'gb' });
    expect(got).toMatchObject({ url: `${request.url}#`, status: 200 });
    expect(Buffer.from(got.body).toString()).toBe(page);
    expect(bodies).toEqual([
      [
        `Bearer ${key}`,
        {
          url: request.url,
          geolocation: 'UK',
          session: { id: expect.stringMatching(/^[\da-f]{12}$/) },
          browserHtml: false,
          httpResponseBody: true,
          timeout: 45_000,
        },
      ],
    ]);
  });

  it.each([
    ['less than its maximum', 20_000, 20_000],
    ['more', 90_000, 45_000],
  ])('gets a timeout if the attempt has %s left', async (_, left, most) => {
    const times: number[] = [];
    const { url } = await startServer(async (incoming, response) => {
      times.push((JSON.parse(await text(incoming)) as { timeout: number }).timeout);
      response.end('{}');
    });
    await errorOf(fetchPage(example('json', url), request, Date.now() + left));
    expect(times).toHaveLength(1);
    expect(times[0]).toBeLessThanOrEqual(most);
    expect(times[0]).toBeGreaterThan(most - 10_000);
  });

  it.each([
    [503, {}, 'network'],
    [520, {}, 'network'],
    [200, { error: { code: 'invalid_target' } }, 'misconfigured'],
    [200, 'no JSON', 'network'],
  ])('may fail with %i %o: %s', async (status, body, code) => {
    const { url } = await startServer((_, response) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
    );
    expect(await errorOf(fetchPage(example('json', url), request))).toMatchObject({ code });
  });
});

describe('a service that is a proxy', () => {
  it('gets country and session in the user name', async () => {
    const users: string[] = [];
    const proxy = new ProxyChain({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction: ({ username, password }) => {
        users.push(username);
        return { requestAuthentication: password !== key };
      },
    });
    await proxy.listen();
    onTestFinished(() => proxy.close(true));
    const { url, requests } = await startServer((_, response) => response.writeHead(403).end(page));
    const { proxy: address = '', ...others } = example('proxy', '');
    const description = {
      ...others,
      proxy: address.replace('gate.unblocker.example:33335', `127.0.0.1:${proxy.port}`),
    };
    expect(await fetchPage(description, requestFor(`${url}/search`, { country: 'at' }))).toMatchObject({ status: 403 });
    expect(await fetchPage(description, requestFor(`${url}/search`))).toMatchObject({ status: 403 });
    expect(users[0]).toMatch(/^customer-7-country-at-session-[\da-f]{12}$/);
    expect(users[1]).toMatch(/^customer-7-session-[\da-f]{12}$/);
    expect(requests[0]?.headers['x-unblocker-render']).toBe('html');
  });

  it('limits the length of a page as the options say', async () => {
    const proxy = new ProxyChain({ port: 0, host: '127.0.0.1' });
    await proxy.listen();
    onTestFinished(() => proxy.close(true));
    const { url } = await startServer((_, response) => response.end('x'.repeat(9 * 1024 * 1024)));
    const description = { proxy: `http://127.0.0.1:${proxy.port}` };
    const fetchWith = (maxBytes?: number) => {
      const adapter = unblockerAdapter({ description, key, maxBytes });
      onTestFinished(() => adapter.close?.());
      return adapter(requestFor(`${url}/search`), {
        signal: AbortSignal.timeout(10_000),
        session: newSession({ id: 'alpha-7' }),
      });
    };
    expect((await fetchWith()).body).toHaveLength(9 * 1024 * 1024);
    expect(await errorOf(fetchWith(1024))).toMatchObject({ code: 'too_large' });
  });
});

describe('a key', () => {
  it.each([
    ['an unreachable service', 'http://127.0.0.1:9'],
    ['an unknown host name', 'http://unblocker.invalid'],
  ])('is in no error: %s', async (_, origin) => {
    const secret = {
      description: { address: `${origin}/?key={key}&url={url}`, headers: { authorization: 'Basic {keyBase64}' } },
    };
    const error = await errorOf(fetchPage(secret.description, request));
    expect(error.code).toBe('network');
    expect(inspect(error, { depth: 20 })).not.toMatch(/s3cret|czNjcmV0/);
  });

  it('is in no error of a proxy', async () => {
    const error = await errorOf(
      fetchPage({ proxy: 'http://user:{key}@127.0.0.1:9' }, requestFor('http://127.0.0.1:9/')),
    );
    expect(error.code).toBe('proxy');
    expect(inspect(error, { depth: 20 })).not.toContain('s3cret');
  });
});

describe('an invalid description', () => {
  const address = 'https://unblocker.test/?url={url}';
  const read = (description: unknown) => () => unblockerAdapter({ description: description as UnblockerDescription });

  it.each([
    [{ address, anwser: {} }, 'anwser is not known'],
    [{ address: 7 }, 'address must be a string'],
    [{ address: 'https://unblocker.test/?url={ulr}' }, 'address has a place {ulr}, which is none of {url}, {key}'],
    [{ address, headers: { 'x-key': 1 } }, 'headers.x-key must be a string'],
    [{ address, headers: ['x-key'] }, 'headers must be an object'],
    [{ address, method: 'PUT' }, 'method must be one of GET, POST'],
    [{ address, body: { list: ['{page}'] } }, 'body.list.0 has a place {page}'],
    [{ address, answer: { page: '/body' } }, 'answer.page must be { "header": … } or { "json": … }'],
    [{ address, answer: { page: { json: 'a', header: 'b' } } }, 'answer.page must be'],
    [{ address, answer: { isBase64: 'yes' } }, 'answer.isBase64 must be a boolean'],
    [{ address, faults: { fault: 'key' } }, 'faults must be a list'],
    [{ address, faults: [{ fault: 'broken' }] }, 'faults.0.fault must be one of key, quota, request, busy, gave_up'],
    [{ address, timeout: 0 }, 'timeout must be a number above 0'],
    [{ address, passed: { names: 'cookie' } }, 'passed.names must be a list'],
    [{ address, country: { names: { gb: 1 } } }, 'country.names.gb must be a string'],
    [{ address, proxy: 'http://a.test:1' }, 'either an address or a proxy'],
    [{}, 'either an address or a proxy'],
    [null, 'it must be an object'],
    [[], 'it must be an object'],
  ])('is rejected immediately: %j', (description, message) => {
    expect(read(description)).toThrow(expect.objectContaining({ name: 'FetchError', code: 'misconfigured' }));
    expect(read(description)).toThrow(message);
  });

  it('is rejected with all its faults, without its values', () => {
    const description = { address: 'https://unblocker.test/', headers: { 'x-key': '{kye} s3cret' }, method: 's3cret' };
    expect(read(description)).toThrow(/headers\.x-key has a place.*; method must be/);
    expect(read(description)).not.toThrow(/s3cret/);
  });

  it.each(['address', 'json', 'proxy'])('is not among the examples: %s', (name) => {
    expect(read(example(name, 'https://unblocker.test'))).not.toThrow();
  });
});
