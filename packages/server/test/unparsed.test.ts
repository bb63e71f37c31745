import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { simulatorWords as words } from '@svc/fixtures';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { typical } from './helpers/captures.js';
import { gammaSearch } from './helpers/operations.js';
import { key, testService } from './helpers/service.js';

const lines: string[] = [];
const service = testService({ env: { SVC_LOG_LEVEL: 'error' }, logTo: { write: (line) => lines.push(line) } });
const search = `POST ${gammaSearch.path} HTTP/1.1\r\nHost: svc\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;

beforeAll(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.app.close());

function open({ app } = service) {
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1');
}

/** Sends raw bytes and reads until the service closes the connection. */
async function send(bytes: string, to = service): Promise<{ status: number; headers: string; body: string }> {
  const socket = open(to);
  socket.write(bytes);
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body };
}

const invalid: readonly (readonly [string, string, number, string])[] = [
  ['text that is not HTTP', 'HELO svc\r\n\r\n', 400, 'malformed_json'],
  ['a header without a colon', 'GET /livez HTTP/1.1\r\nHost svc\r\n\r\n', 400, 'malformed_json'],
  ['no host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_json'],
  ['two hosts', 'GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400, 'malformed_json'],
  ['two lengths', `${search}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400, 'malformed_json'],
  ['a chunk without a size', `${search}Transfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n`, 400, 'malformed_json'],
  ['headers without end', `GET /livez HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 413, 'payload_too_large'],
  ['a tunnel', 'CONNECT svc:443 HTTP/1.1\r\nHost: svc:443\r\n\r\n', 405, 'method_not_allowed'],
];

describe('invalid HTTP gets an error in the common format', () => {
  test.each(invalid)('%s', async (_, bytes, status, code) => {
    const answer = await send(bytes);
    const problem = JSON.parse(answer.body);
    expect(answer.status).toBe(status);
    expect(problem).toMatchObject({ status, code, retryable: false, error: problem.detail });
    expect(answer.headers).toContain('content-type: application/problem+json');
    expect(answer.headers).toContain(`x-request-id: ${problem.request_id}`);
    expect(answer.headers.includes('\r\nallow: ')).toBe(status === 405);
  });
});

test('an unknown expectation is ignored', async () => {
  const body = JSON.stringify({ query: typical(gammaSearch).query });
  const head = `Expect: surprise\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  expect((await send(search + head + body)).status).toBe(200);
});

test('HTTP/1.0 requires no Host header', async () => {
  expect((await send('GET /livez HTTP/1.0\r\n\r\n')).status).toBe(200);
});

test('a caller that disconnects while sending its body causes no error in the log', async () => {
  const { server } = service.app;
  const connected = once(server, 'connection');
  const requested = once(server, 'request');
  const socket = open();
  socket.write(`${search}Content-Length: 500\r\n\r\n{"query":"a"`);
  const [[peer]] = await Promise.all([connected, requested]);
  const gone = new Promise((resolve) => peer.once('close', resolve));
  socket.resetAndDestroy();
  await gone;
  expect((await send('GET /livez HTTP/1.0\r\n\r\n')).status).toBe(200);
  expect(lines).toEqual([]);
});

test('a service with simulated engines says so in errors that reach no route', async () => {
  const simulated = testService({ env: { SVC_REQUEST_TIMEOUT_MS: '500' }, simulatorWords: words });
  onTestFinished(() => simulated.app.close());
  await simulated.app.listen({ host: '127.0.0.1', port: 0 });
  const others = [
    'GET /%zz HTTP/1.1\r\nHost: svc\r\nConnection: close\r\n\r\n',
    'BREW / HTTP/1.1\r\nHost: svc\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: sv', // times out
  ];
  for (const bytes of [...invalid.map(([, bytes]) => bytes), ...others]) {
    const { status, headers } = await send(bytes, simulated);
    expect([bytes, status >= 400, headers.match(/^x-simulated: .*$/gm)]).toEqual([bytes, true, ['x-simulated: true']]);
  }
});
