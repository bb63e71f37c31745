import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { typical } from './helpers/captures.js';
import { paddedPage } from './helpers/large-pages.js';
import { alphaSearch, gammaSearch } from './helpers/operations.js';
import { always, key, testService } from './helpers/service.js';

const opened: { app: FastifyInstance; sockets: Socket[] }[] = [];
afterEach(async () => {
  for (const { app, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});

/** A connection, what it has received, and when it was closed. */
interface Connection {
  socket: Socket;
  received: string;
  /** Milliseconds from the first byte sent until the service closes or resets the connection. */
  closed: Promise<number>;
}

/** Starts a service on its own port; returns a function that opens connections to it. */
async function start(options: Parameters<typeof testService>[0] = {}): Promise<(...first: string[]) => Connection> {
  const { app } = testService(options);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  opened.push({ app, sockets });
  return (...first) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    const begun = performance.now();
    const closed = new Promise<number>((resolve) => {
      socket.on('error', () => {}); // after a reset, the tests wait for the close event
      socket.on('close', () => resolve(performance.now() - begun));
    });
    const line: Connection = { socket, received: '', closed };
    socket.on('data', (data) => {
      line.received += data;
    });
    for (const text of first) socket.write(text);
    return line;
  };
}

function head(path: string, fields: Record<string, string | number>): string {
  const all = { host: 'svc', 'content-type': 'application/json', 'x-api-key': key, ...fields };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

const { query } = typical(gammaSearch);
const body = JSON.stringify({ query });
const search = head(gammaSearch.path, { 'content-length': Buffer.byteLength(body) }) + body;
const answersIn = ({ received }: Connection) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** In milliseconds. */
const timeout = 400;
const env = { SVC_REQUEST_TIMEOUT_MS: `${timeout}` };

describe('a request that does not arrive in time is answered with 408, and its connection is closed', () => {
  test.each([
    ['without its body', head(gammaSearch.path, { 'content-length': 100 }), ''],
    ['with a slow body', head(gammaSearch.path, { 'content-length': 1_000 }), '{'],
    ['with slow chunks', head(gammaSearch.path, { 'transfer-encoding': 'chunked' }), '1\r\n{\r\n'],
    ['with slow headers', `POST ${gammaSearch.path} HTTP/1.1\r\n`, 'x: y\r\n'],
    ['with incomplete headers', 'POST /api', ''],
  ])('%s', async (_, first, drip) => {
    const open = await start({ env });
    const line = open(first);
    const dripping = setInterval(() => drip !== '' && line.socket.writable && line.socket.write(drip), 50);
    const took = await line.closed.finally(() => clearInterval(dripping));
    expect(took).toBeGreaterThanOrEqual(timeout - 20);
    expect(answersIn(line)).toEqual([408]);
    const problem = JSON.parse(line.received.split('\r\n\r\n')[1] ?? '');
    expect(problem).toMatchObject({ status: 408, code: 'request_timeout', retryable: true });
    expect(line.received.toLowerCase()).toContain('connection: close');
  });
});

describe('data after a request that is not valid HTTP', () => {
  const tails = ['x', 'GARBAGE\r\n\r\n', `${head(gammaSearch.path, { 'transfer-encoding': 'chunked' })}ZZ\r\n`];

  test.each(tails)('is answered after the request: %j', async (tail) => {
    const adapter = typical(gammaSearch).adapter;
    const open = await start({ adapter: async (...given) => (await sleep(200), adapter(...given)) });
    const line = open(search + tail);
    await sleep(50);
    line.socket.write('more');
    await line.closed;
    expect(answersIn(line)).toEqual([200, 400]);
  });

  test.each(['x', 'GET / HTTP/1.1\r\n'])('is no part of an answer that is sent as a stream: %j', async (tail) => {
    const adapter = typical(gammaSearch).adapter;
    const open = await start({ adapter: async (...given) => (await sleep(1_500), adapter(...given)), env });
    const batch = `{}\n${JSON.stringify({ id: 'a', operation: 'gamma.search', query })}\n`;
    const fields = { 'content-type': 'application/x-ndjson', 'content-length': Buffer.byteLength(batch) };
    const line = open(head('/api/v1/batch', fields) + batch);
    await expect.poll(() => answersIn(line)).toEqual([200]);
    line.socket.write(tail);
    await line.closed;
    const [, answer = '', refusal = ''] = line.received.split(/HTTP\/1\.1 /);
    expect(answer).toMatch(/"status":200.*\r\n0\r\n\r\n$/s);
    expect(refusal).toMatch(/^4\d\d /);
  });
});

describe('an error sent before the request has arrived is the last response of its connection', () => {
  const stranger = { 'x-api-key': 'nobody-knows-this' };

  test.each([
    ['an unknown key', head(gammaSearch.path, { ...stranger, 'content-length': 500 }), 401],
    ['no such path', head('/nowhere', { 'content-length': 500 }), 404],
    ['a body that is too large', head(gammaSearch.path, { 'content-length': 70_000 }), 413],
    ['another media type', head(gammaSearch.path, { 'content-type': 'text/plain', 'content-length': 50 }), 415],
  ])('%s: one response, and the connection is closed before the body times out', async (_, first, status) => {
    const open = await start({ env: { SVC_REQUEST_TIMEOUT_MS: '600000' } });
    const line = open(first, '{"query":');
    await line.closed;
    expect(answersIn(line)).toEqual([status]);
  });

  test('invalid HTTP sent after it gets no second response', async () => {
    const open = await start();
    const line = open(head(gammaSearch.path, { ...stranger, 'transfer-encoding': 'chunked' }));
    await expect.poll(() => answersIn(line)).toEqual([401]);
    line.socket.write('ZZ\r\n');
    await line.closed;
    expect(answersIn(line)).toEqual([401]);
  });

  test('a caller that is sending a large body still receives it', async () => {
    const open = await start();
    const line = open(head(gammaSearch.path, { ...stranger, 'content-length': 8_000_000 }));
    for (let part = 0; part < 40; part += 1) {
      if (line.socket.writable) line.socket.write('x'.repeat(50_000));
      await sleep(5);
    }
    await line.closed;
    expect(answersIn(line)).toEqual([401]);
    expect(line.received.toLowerCase()).toContain('connection: close');
    expect(JSON.parse(line.received.split('\r\n\r\n')[1] ?? '').code).toBe('invalid_api_key');
  });

  test('the connection stays open if the whole body had arrived', async () => {
    const open = await start();
    const refused = head(gammaSearch.path, { ...stranger, 'content-length': Buffer.byteLength(body) }) + body;
    const line = open(refused);
    await expect.poll(() => answersIn(line)).toEqual([401]);
    line.socket.write(search);
    await expect.poll(() => answersIn(line)).toEqual([401, 200]);
    expect(line.received.toLowerCase()).not.toContain('connection: close');
  });
});

// A busy machine may take a minute to parse the page.
describe('callers that do not read their response', { timeout: 400_000 }, () => {
  const patient = { SVC_SEARCH_TIMEOUT_MS: '300000' };
  const parsed = { timeout: 300_000 };
  const megabytes = 24; // more than the operating system buffers for a caller that does not read
  const page = paddedPage('tea', megabytes * 1_000_000);
  const adapter = always(page, { headers: { 'content-type': 'text/html' } });
  const large = JSON.stringify({ query: 'tea' });
  const ask = head(`${alphaSearch.path}?include=html`, { 'content-length': large.length }) + large;

  test('are disconnected after the write timeout', async () => {
    const open = await start({ adapter, env: { ...patient, SVC_WRITE_TIMEOUT_MS: '500' } });
    const line = open(ask);
    line.socket.pause();
    const { app } = opened.at(-1)!;
    await expect.poll(() => connectionsOf(app)).toBe(1);
    await expect.poll(() => connectionsOf(app), parsed).toBe(0);
  });

  test('are not disconnected if they read slowly', async () => {
    const open = await start({ adapter, env: { ...patient, SVC_WRITE_TIMEOUT_MS: '500' } });
    const line = open(ask);
    const reading = setInterval(() => {
      line.socket.resume();
      setTimeout(() => line.socket.pause(), 5);
    }, 100);
    const whole = () => line.received.length > megabytes * 1_000_000;
    await expect
      .poll(whole, parsed)
      .toBe(true)
      .finally(() => clearInterval(reading));
    expect(answersIn(line)).toEqual([200]);
  });

  test('share a limit: the one that has waited longest is disconnected', async () => {
    const open = await start({ adapter, env: { ...patient, SVC_MAX_UNSENT_MB: '50' } });
    const { app } = opened.at(-1)!;
    const lines: Connection[] = [];
    for (let caller = 0; caller < 5; caller += 1) {
      const line = open(ask);
      line.socket.once('data', () => line.socket.pause());
      lines.push(line);
      await expect.poll(() => line.received.length).toBeGreaterThan(0);
    }
    await expect.poll(() => connectionsOf(app)).toBeLessThanOrEqual(3);
    expect(unsentOf(app)).toBeLessThanOrEqual(50_000_000);
    lines.at(-1)!.socket.resume();
    const last = () => lines.at(-1)!.received.length > megabytes * 1_000_000;
    await expect.poll(last).toBe(true);
  });
});

test('connections beyond the limit are closed at once', async () => {
  const open = await start({ env: { SVC_MAX_CONNECTIONS: '2' } });
  const kept = [open(search), open(search)];
  for (const line of kept) await expect.poll(() => answersIn(line)).toEqual([200]);
  const beyond = open(search);
  await beyond.closed;
  expect(beyond.received).toBe('');
  expect(kept.map(({ socket }) => socket.destroyed)).toEqual([false, false]);
});

test('a request for an absolute URL is one for its path', async () => {
  const open = await start({ env: { SVC_COMPAT: 'serpapi' } });
  const asked = open(search.replace(gammaSearch.path, `http://search.example.com${gammaSearch.path}`));
  await expect.poll(() => answersIn(asked)).toEqual([200]);
  expect(asked.received).toContain('cache-control: no-store');
  const dialect = open(`GET http://a.example/compat/serpapi/k/${key}/account HTTP/1.1\r\nhost: a.example\r\n\r\n`);
  await expect.poll(() => answersIn(dialect)).toEqual([200]);
  const root = open('GET http://a.example?x=1 HTTP/1.1\r\nhost: a.example\r\n\r\n');
  await expect.poll(() => answersIn(root)).toEqual([200]);
});

test.each([
  ['is closed after 16 requests if several workers accept connections', '2', 16],
  ['is kept open if a single process accepts them all', '1', 40],
])('a connection %s', async (_, workers, expected) => {
  const open = await start({ env: { SVC_WORKERS: workers, SVC_REDIS_URL: 'redis://127.0.0.1:1' } });
  const line = open(search);
  for (let sent = 1; sent < 40 && !/connection: close/i.test(line.received); sent += 1) {
    await expect.poll(() => answersIn(line).length).toBe(sent);
    line.socket.write(search);
  }
  await expect.poll(() => answersIn(line).length).toBe(expected);
  if (expected === 16) await line.closed;
  expect(line.socket.destroyed).toBe(expected === 16);
});

function connectionsOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Bytes that wait to be sent, counted from the sockets of this process. */
function unsentOf(app: FastifyInstance): number {
  const port = (app.server.address() as AddressInfo).port;
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  const own = handles.filter((handle): handle is Socket => handle instanceof Object && 'writableLength' in handle);
  return own.filter(({ localPort }) => localPort === port).reduce((sum, { writableLength }) => sum + writableLength, 0);
}
