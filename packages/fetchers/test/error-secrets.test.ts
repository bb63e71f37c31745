import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Adapter,
  type AttemptEvent,
  browserAdapter,
  createFetcher,
  FetchError,
  gatewayAdapter,
  httpAdapter,
  type Judge,
  parseProxies,
  unblockerAdapter,
} from '../src/index.js';
import { encodings } from './support/encodings.js';
import { startAnswer, startRaw } from './support/raw.js';
import { requestFor } from './support/requests.js';
import { startServer } from './support/server.js';
import { startSocksProxy } from './support/socks.js';

const user = 'customer-7';
const password = 'p@ss wörd/+"&1';
const key = 'k€y/+of the service';
const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
const secrets = [password, `${user}:${password}`, key];

const request = requestFor('https://engine.test/search?q=tea');
const judge: Judge<string> = ({ status }) =>
  status === 200
    ? { usable: true, value: 'page' }
    : { usable: false, state: 'bad_response', retry: 'never', suspect: 'engine', error: new Error('The page is bad') };

/** Everything that a failed fetch reports, in each way that loggers print it. */
async function outputOf(adapter: Adapter, proxy?: string): Promise<string> {
  const events: AttemptEvent[] = [];
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  const proxies = parseProxies(proxy === undefined ? [] : [proxy]);
  const fetcher = createFetcher({
    adapter,
    attempts: 2,
    timeout: 3_000,
    proxies,
    onAttempt: (event) => events.push(event),
  });
  onTestFinished(() => fetcher.close());
  const error: unknown = await fetcher.fetch(request, judge).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(events.length).toBeGreaterThan(0);
  return [
    ...[error, events, await fetcher.status(), warned.mock.calls].flatMap((value) => [
      inspect(value, { depth: 20, showHidden: true, getters: true }),
      JSON.stringify(value, (_, part) => (part instanceof Error ? propertiesOf(part) : part)),
    ]),
    String(error),
  ].join('\n');
}

/** All properties of an error, including non-enumerable ones, as loggers print them. */
function propertiesOf(error: Error): object {
  return Object.fromEntries(
    Object.getOwnPropertyNames(error).map((name) => [name, (error as unknown as Record<string, unknown>)[name]]),
  );
}

function expectNoSecret(output: string): void {
  const found = secrets.flatMap((secret) =>
    Object.entries(encodings).flatMap(([how, encode]) => {
      const encoded = encode(secret).replace(/^Authorization: Basic /, '');
      return output.includes(encoded) || output.includes(JSON.stringify(encoded).slice(1, -1))
        ? [`${secret}: ${how}`]
        : [];
    }),
  );
  expect(found).toEqual([]);
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** An error with the properties that HTTP clients attach. */
function clientError(message: string): Error {
  const headers = { 'Proxy-Authorization': basic(`${user}:${password}`), 'X-Api-Key': key };
  const config = {
    url: `https://api.test/?key=${encodeURIComponent(key)}`,
    auth: { username: user, password },
    headers,
  };
  const error = new TypeError(message);
  Object.defineProperty(error, 'options', { value: config, enumerable: false });
  return Object.assign(error, {
    code: 'ECONNRESET',
    config,
    request: { _header: `Authorization: ${basic(key)}` },
    toJSON: () => config,
  });
}

describe('a failure of an adapter', () => {
  const address = `http://${login}@gate.provider.test:8000`;
  const thrown: Readonly<Record<string, () => unknown>> = {
    'with the request': () => clientError('socket hang up'),
    'with the request, as a cause': () => new Error('failed', { cause: clientError('socket hang up') }),
    'with the request, as a deep cause': () =>
      new Error('a', { cause: new Error('b', { cause: clientError('reset') }) }),
    'with the request, among several': () => new AggregateError([clientError('one'), clientError('two')], 'all failed'),
    'with the request, as a cause of its own error': () =>
      new FetchError('network', 'The service failed', { cause: clientError('socket hang up') }),
    'whose message has the address': () =>
      clientError(`request to ${address}/?token=${encodeURIComponent(key)} failed`),
    'whose message has the credentials': () => clientError(`refused: ${basic(`${user}:${password}`)}`),
    'whose message has several lines': () =>
      clientError(`refused\nProxy-Authorization: ${basic(`${user}:${password}`)}`),
    'that is not an Error object': () => ({
      message: 'refused',
      headers: { authorization: basic(`${user}:${password}`) },
    }),
    'that is a string': () => `refused: ${user}:${password}`,
    'that is its own cause': () => {
      const error = clientError('again');
      error.cause = error;
      return error;
    },
  };
  it.each(Object.keys(thrown))('does not reveal the secrets of an error %s', async (how) => {
    const adapter: Adapter = () => Promise.reject(thrown[how]!());
    expectNoSecret(await outputOf(adapter, address));
  });

  it.each(Object.keys(encodings))('does not reveal the password in a message, %s', async (how) => {
    const adapter: Adapter = () => Promise.reject(new Error(`refused: ${encodings[how]!(password)}`));
    const output = await outputOf(adapter, address);
    expect(output).toContain('refused: ');
    expectNoSecret(output);
  });

  it('keeps names, codes, messages and stack traces', async () => {
    const output = await outputOf(() => Promise.reject(new Error('outer', { cause: clientError('socket hang up') })));
    for (const part of ['outer', 'TypeError: socket hang up', 'ECONNRESET', 'error-secrets.test.ts'])
      expect(output).toContain(part);
  });
});

/** A response with the request and its credentials, as received and decoded. */
const echo = (head: string) => (received: Buffer) => {
  const text = received.toString('latin1');
  const credentials = /authorization: (.*)/i.exec(text)?.[1] ?? '';
  const decoded = Buffer.from(credentials.replace(/^Basic /, ''), 'base64').toString();
  return `${head}\r\nX-Echo: ${credentials}\r\nX-Login: ${encodeURIComponent(decoded)}\r\n\r\n${text}${decoded}`;
};

async function startEcho(head: string): Promise<string> {
  const { host } = await startRaw((socket) =>
    socket.once('data', (received: Buffer) => socket.end(echo(head)(received))),
  );
  return host;
}

describe('a failure of a proxy with a password', () => {
  it.each([
    'HTTP/1.1 407 Proxy Authentication Required',
    'HTTP/1.1 502 Bad Gateway',
    `HTTP/1.1 403 ${password.replace(/[^ -~]/g, '')}`,
    'HTTP/1.1 302 Found\r\nLocation: http://portal.test/',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 OK\r\nContent-Length: x',
    'SSH-2.0-OpenSSH_9.6',
  ])('does not reveal it if the proxy responds with %j and the request', async (head) => {
    expectNoSecret(await outputOf(httpAdapter(), `http://${login}@${await startEcho(head)}`));
  });

  it('does not reveal it if the proxy does not exist, does not support TLS or rejects the password', async () => {
    const refusing = await startSocksProxy({ user: 'somebody', password: 'else' });
    const { host } = await startAnswer('HTTP/1.1 400 Bad Request\r\n\r\n');
    for (const address of [
      `http://${login}@gate.provider.test:8000`,
      `https://${login}@${host}`,
      refusing.url.replace('://', `://${login}@`),
      `socks4://${login}@${host}`,
    ]) {
      expectNoSecret(await outputOf(httpAdapter({ connectTimeout: 500 }), address));
    }
  });
});

describe('a failure of a service with a key', () => {
  const descriptions = (origin: string) => [
    { address: `${origin}/?key={key}&url={url}` },
    { address: `${origin}/{key}/?url={url}`, headers: { authorization: 'Basic {keyBase64}' } },
    { address: origin, method: 'POST', body: { key: '{key}', url: '{url}' } } as const,
    { address: origin, headers: { 'x-key': '{key}' } },
    { proxy: `${origin.replace('://', '://{key}:{key}@')}` },
  ];

  it.each([401, 403, 429, 500, 302, 200])(
    'does not reveal it if the service responds with %i and the request',
    async (status) => {
      const { url } = await startServer((received, response) => {
        const echoed = encodeURIComponent(`${received.url} ${JSON.stringify(received.headers)}`);
        response.writeHead(status, {
          location: `http://other.test/?${echoed}`,
          'x-echo': echoed,
          'content-encoding': 'x-unknown',
        });
        response.end(decodeURIComponent(echoed));
      });
      for (const description of descriptions(url)) {
        expectNoSecret(await outputOf(unblockerAdapter({ description, key })));
      }
    },
  );

  it.each(['garbage', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', ''])(
    'does not reveal it if the service responds with %j',
    async (answer) => {
      const { host } = await startAnswer(answer);
      for (const description of descriptions(`http://${host}`)) {
        expectNoSecret(await outputOf(unblockerAdapter({ description, key })));
      }
    },
  );

  it('does not reveal a key that cannot be sent', async () => {
    for (const odd of [`${key}\n`, `${key}\ud800`]) {
      for (const description of descriptions('http://127.0.0.1:9'))
        expectNoSecret(await outputOf(unblockerAdapter({ description, key: odd })));
    }
  });
});

describe('a failure of a gateway with credentials and a token', () => {
  const addressOf = (host: string) => `http://${login}@${host}/base?token=${encodeURIComponent(key)}`;

  it.each([
    'HTTP/1.1 401 Unauthorized',
    'HTTP/1.1 302 Found\r\nLocation: http://other.test/',
    'HTTP/1.1 200 OK\r\nContent-Encoding: x-unknown',
    'garbage',
  ])('does not reveal them if the gateway responds with %j and the request', async (head) => {
    const address = addressOf(await startEcho(head));
    expectNoSecret(await outputOf(gatewayAdapter({ address, adapter: httpAdapter() })));
  });

  it.each([
    `http://${login}@:80/`,
    `http://u%zz:${encodeURIComponent(password)}@gate.test/`,
    `ftp://${login}@gate.test`,
  ])('does not reveal them in the error for the invalid address %j', (address) => {
    const make = () => gatewayAdapter({ address, adapter: httpAdapter() });
    expect(make).toThrow(FetchError);
    try {
      make();
    } catch (error) {
      expectNoSecret(inspect(error, { depth: 20, showHidden: true }));
    }
  });
});

describe('a failure of a remote browser with a token', () => {
  it.each(['HTTP/1.1 401 Unauthorized', 'HTTP/1.1 200 OK\r\nContent-Type: application/json', 'garbage'])(
    'does not reveal it if the browser responds with %j and the request',
    async (head) => {
      const host = await startEcho(head);
      for (const scheme of ['http', 'ws']) {
        for (const cdpUrl of [`${scheme}://${host}/?token=${encodeURIComponent(key)}`, `${scheme}://${login}@${host}/`])
          expectNoSecret(await outputOf(browserAdapter({ cdpUrl })));
      }
    },
  );
});
