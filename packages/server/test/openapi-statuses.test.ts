import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppParts, createLifecycle } from '../src/index.js';
import { description, faultsOfAnswer } from './helpers/description.js';
import { disabledKey, key, type TestService, testService } from './helpers/service.js';
import { type StartedService, serviceOnPort } from './helpers/started.js';

/** Every status that a described path answers with, whatever it is sent, is described. */

const [poor, narrow] = ['key-with-one-request', 'key-without-scopes'];
const line = '{"id":"a","operation":"gamma.search","query":"q"}\n';
const ndjson = { 'content-type': 'application/x-ndjson' };

let service: StartedService;
let job = '';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-jobs-'));
  const callers = {
    [key]: { scopes: ['search', 'lookup', 'parse', 'extract', 'admin'] },
    [poor]: { limits: { rate: { requests: 1, seconds: 3600 } } },
    [narrow]: { scopes: [] },
  };
  service = await serviceOnPort({
    env: { SVC_BATCH_FOLDER: folder, SVC_REQUEST_TIMEOUT_MS: '500' },
    callers,
  });
  job = (await service.post('/api/v1/batches', line, ndjson)).json().id;
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods as object).map((method) => ({ method: method.toUpperCase(), path })),
);

/** A request: what is sent after the line with the method. */
interface Sent {
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** Sends a request, which need not be valid HTTP, and reads the answer. */
async function send(method: string, path: string, { query = '', headers = {}, body = '' }: Sent) {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  const all = { Host: 'localhost', Connection: 'close', 'x-api-key': key, ...headers };
  socket.write(`${method} ${path.replace('{id}', job)}${query} HTTP/1.1\r\n${headersOf(all)}\r\n${body}`);
  return answerIn(await text(socket));
}

function answerIn(answer: string) {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) =>
      line
        .toLowerCase()
        .split(/: (.*)/s)
        .slice(0, 2),
    ),
  );
  const sent = answer.slice(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? sent.replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, '').trim() : sent;
  return { statusCode: Number(first.split(' ')[1]), headers, body, json: () => JSON.parse(body) };
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const sized = (body: string, headers: Record<string, string>) => ({
  headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
  body,
});

const provocations: Readonly<Record<string, Sent>> = {
  nothing: {},
  'a known tag': { headers: { 'if-none-match': '*', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
  'another tag, a range': { headers: { 'if-match': '"x"', range: 'bytes=0-0', 'if-range': '"x"' } },
  'an unknown parameter': { query: '?nothing=1' },
  'a broken escape': { query: '?q=%zz' },
  'no key': { headers: { 'x-api-key': '' } },
  'an unknown key': { headers: { 'x-api-key': 'nobody-knows-this-key' } },
  'a disabled key': { headers: { 'x-api-key': disabledKey } },
  'a key without scopes': { headers: { 'x-api-key': narrow } },
  'a key with one request': { headers: { 'x-api-key': poor } },
  'the same again': { headers: { 'x-api-key': poor } },
  'a search': sized('{"query":"q"}', json),
  'a line': sized(line, ndjson),
  'a page': sized('<html><title>q</title></html>', { 'content-type': 'text/html' }),
  'an initialization': sized('{"jsonrpc":"2.0","id":1,"method":"ping"}', json),
  'a notification': sized('{"jsonrpc":"2.0","method":"notifications/initialized"}', json),
  'no JSON': sized('{', json),
  'another type': sized('<q/>', { 'content-type': 'image/png' }),
  'a compressed body': sized('{}', { ...json, 'content-encoding': 'gzip' }),
  'another charset': sized('{}', { 'content-type': 'application/json; charset=utf-16' }),
  'another answer only': sized('{"query":"q"}', { ...json, accept: 'image/png' }),
  'a body that never comes': { headers: { ...json, 'content-length': '10' }, body: '{' },
  'lines that never come': { headers: { ...ndjson, 'content-length': '10' }, body: '{' },
  'a huge body': { headers: { ...json, 'content-length': `${2 ** 30}` }, body: '{'.repeat(100) },
  'huge lines': { headers: { ...ndjson, 'content-length': `${2 ** 30}` }, body: '{'.repeat(100) },
  'a huge page': { headers: { 'content-type': 'text/html', 'content-length': `${2 ** 30}` }, body: '<' },
  'a chunked body': { headers: { ...json, 'transfer-encoding': 'chunked' }, body: 'zz\r\n' },
  'an expectation': { headers: { expect: 'surprise' } },
  'an upgrade': { headers: { connection: 'Upgrade', upgrade: 'websocket' } },
  'another version': { headers: { 'mcp-protocol-version': '1999-01-01', origin: 'https://evil.example' } },
  'two hosts': { headers: { HOST: 'other' } },
};

test.each(operations)(
  '$method $path answers whatever it is sent as described',
  async ({ method, path }) => {
    const faults: unknown[] = [];
    for (const [name, sent] of Object.entries(provocations)) {
      const answer = await send(method, path, sent);
      const found = faultsOfAnswer(method.toLowerCase(), path, answer);
      if (found.length > 0) faults.push([name, answer.statusCode, ...found]);
    }
    expect(faults).toEqual([]);
  },
  60_000,
);

/** A store of jobs that fails in all that it does. */
const done: readonly PropertyKey[] = ['fault', 'close'];
const brokenStore = new Proxy({} as NonNullable<AppParts['jobs']>, {
  get: (_, name) => () => (done.includes(name) ? undefined : Promise.reject(new Error('A test'))),
});

const busy = { shouldShed: () => true, enter: () => () => undefined, recordRefusal: () => 1 };

const stopping = createLifecycle();
stopping.close();

const services: Readonly<Record<string, TestService>> = {
  'while it stops': testService({ lifecycle: stopping }),
  'with a broken store of jobs': testService({ jobs: brokenStore }),
  'beyond the rates of the key': testService({ env: { SVC_RATE_LIMIT: '1', SVC_LOOKUP_RATE_LIMIT: '1' } }),
  'without time of the processor': testService({ loadShedder: busy }),
};

describe.each(Object.entries(services))('%s, an answer is as described', (_, { app }) => {
  afterAll(() => app.close());

  test.each(operations)('$method $path', async ({ method, path }) => {
    for (let count = 0; count < 2; count++) {
      const url = path.replace('{id}', `batch_${'0'.repeat(24)}`);
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers: { 'x-api-key': key, host: 'localhost' },
      });
      expect(faultsOfAnswer(method.toLowerCase(), path, answer)).toEqual([]);
    }
  });
});
