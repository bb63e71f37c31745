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

/** A worked example, with a server of the test in place of its host. */
function example(name: string, origin: string): UnblockerDescription {
  const text = readFileSync(new URL(`../examples/unblockers/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text.replace(/https:\/\/[\w.]+\.example/, origin)) as UnblockerDescription;
}

function ask(description: UnblockerDescription, request: PageRequest, deadline?: number): Promise<RawPage> {
  const adapter = unblockerAdapter({ description, key });
  onTestFinished(() => adapter.close?.());
  const session = newSession({ id: 'alpha-7' });
  const context = { signal: AbortSignal.timeout(10_000), session, ...(deadline !== undefined && { deadline }) };
  return adapter(request, context);
}

async function faultOf(asked: Promise<RawPage>): Promise<FetchError> {
  return await asked.then(
    () => {
      throw new Error('there was a page');
    },
    (error: FetchError) => error,
  );
}

const request = requestFor('https://www.google.com/search?q=tea&hl=de', {
  headers: { 'accept-language': 'de-AT,de;q=0.9', 'user-agent': 'own' },
  cookies: { SOCS: 'CAI' },
  country: 'at',
});

describe('a service that is asked by address', () => {
  it('is given address, key, country, session and passed headers', async () => {
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
    const got = await ask(example('address', url), request);
    expect(got).toMatchObject({ url: 'https://www.google.com/sorry', status: 429 });
    expect(got.headers).toEqual({ 'content-type': 'text/html; charset=ISO-8859-1', 'retry-after': '9' });
    expect(Buffer.from(got.body).toString('latin1')).toBe(page);
    const [asked] = requests as [IncomingMessage];
    expect(asked.url).toMatch(
      /^\/v1\/\?country_code=at&render=false&session_number=[\da-f]{12}&url=https%3A%2F%2Fwww\.google\.com%2Fsearch%3Fq%3Dtea%26hl%3Dde$/,
    );
    expect(asked.headers).toMatchObject({
      'x-api-key': key,
      'fwd-accept-language': 'de-AT,de;q=0.9',
      'fwd-cookie': 'SOCS=CAI',
    });
    expect(asked.headers).not.toHaveProperty('fwd-user-agent');
  });

  it('is not told a country that is not known', async () => {
    const { url, requests } = await startServer((_, response) =>
      response.setHeader('x-target-status', '200').end(page),
    );
    const { country, ...anywhere } = request;
    expect((await ask(example('address', url), anywhere)).url).toBe(request.url);
    expect(requests[0]?.url).toMatch(/^\/v1\/\?render=false/);
  });

  it.each([
    [401, {}, 'misconfigured', 'refuses the key'],
    [403, { 'x-credits-left': '0' }, 'misconfigured', 'used up'],
    [400, {}, 'misconfigured', 'description'],
    [429, {}, 'network', 'busy'],
    [500, {}, 'network', 'did not get the page'],
    [200, {}, 'network', 'did not get the page'],
  ])('fails by itself with %i %o: %s', async (status, headers, code, words) => {
    const { url } = await startServer((_, response) => response.writeHead(status, headers).end('sorry'));
    const error = await faultOf(ask(example('address', url), request));
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('fails with an empty page, and says when to come back', async () => {
    const { url } = await startServer((_, response) => response.setHeader('x-target-status', '200').end());
    expect(await faultOf(ask(example('address', url), request))).toMatchObject({ code: 'network' });
    const busy = await startServer((_, response) => response.writeHead(429, { 'Retry-After': '7' }).end());
    expect(await faultOf(ask(example('address', busy.url), request))).toMatchObject({ retryAfter: 7 });
  });
});

describe('a service that is sent JSON', () => {
  it('answers with JSON that holds the page', async () => {
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
    const got = await ask(example('json', url), { ...request, country: 'gb' });
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
    ['less than it may take', 20_000, 20_000],
    ['more', 90_000, 45_000],
  ])('is told how long it may take, where the attempt has %s', async (_, left, most) => {
    const times: number[] = [];
    const { url } = await startServer(async (incoming, response) => {
      times.push((JSON.parse(await text(incoming)) as { timeout: number }).timeout);
      response.end('{}');
    });
    await faultOf(ask(example('json', url), request, Date.now() + left));
    expect(times).toHaveLength(1);
    expect(times[0]).toBeLessThanOrEqual(most);
    expect(times[0]).toBeGreaterThan(most - 10_000);
  });

  it.each([
    [503, {}, 'network'],
    [520, {}, 'network'],
    [200, { error: { code: 'invalid_target' } }, 'misconfigured'],
    [200, 'no JSON', 'network'],
  ])('fails by itself with %i %o: %s', async (status, body, code) => {
    const { url } = await startServer((_, response) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
    );
    expect(await faultOf(ask(example('json', url), request))).toMatchObject({ code });
  });
});

describe('a service that is a proxy', () => {
  it('is gone through with country and session in the name of the user', async () => {
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
    expect(await ask(description, requestFor(`${url}/search`, { country: 'at' }))).toMatchObject({ status: 403 });
    expect(await ask(description, requestFor(`${url}/search`))).toMatchObject({ status: 403 });
    expect(users[0]).toMatch(/^customer-7-country-at-session-[\da-f]{12}$/);
    expect(users[1]).toMatch(/^customer-7-session-[\da-f]{12}$/);
    expect(requests[0]?.headers['x-unblocker-render']).toBe('html');
  });
});

describe('a key', () => {
  it.each([
    ['a service that is not there', 'http://127.0.0.1:9'],
    ['a name that is none', 'http://unblocker.invalid'],
  ])('is in no error: %s', async (_, origin) => {
    const secret = {
      description: { address: `${origin}/?key={key}&url={url}`, headers: { authorization: 'Basic {keyBase64}' } },
    };
    const error = await faultOf(ask(secret.description, request));
    expect(error.code).toBe('network');
    expect(inspect(error, { depth: 20 })).not.toMatch(/s3cret|czNjcmV0/);
  });

  it('is in no error of a proxy', async () => {
    const error = await faultOf(ask({ proxy: 'http://user:{key}@127.0.0.1:9' }, requestFor('http://127.0.0.1:9/')));
    expect(error.code).toBe('proxy');
    expect(inspect(error, { depth: 20 })).not.toContain('s3cret');
  });
});

describe('a description that is not as it must be', () => {
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
  ])('is refused at once: %j', (description, message) => {
    expect(read(description)).toThrow(expect.objectContaining({ name: 'FetchError', code: 'misconfigured' }));
    expect(read(description)).toThrow(message);
  });

  it('is told all its faults at once, and none of its values', () => {
    const description = { address: 'https://unblocker.test/', headers: { 'x-key': '{kye} s3cret' }, method: 's3cret' };
    expect(read(description)).toThrow(/headers\.x-key has a place.*; method must be/);
    expect(read(description)).not.toThrow(/s3cret/);
  });

  it.each(['address', 'json', 'proxy'])('is none of the examples: %s', (name) => {
    expect(read(example(name, 'https://unblocker.test'))).not.toThrow();
  });
});
