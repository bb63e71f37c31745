import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startEngines } from './helpers/engines.js';
import { alphaSearch, gammaSearch } from './helpers/operations.js';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A trace collector on the loopback address. */
async function collector(): Promise<{ endpoint: string; spans: Span[]; bodies: string[] }> {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) spans.push(...scopeSpans[0].spans);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}/v1/traces`, spans, bodies };
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

test("a request is one trace with its attempts and parsed pages, and continues the caller's trace", async () => {
  const { endpoint, spans, bodies } = await collector();
  const engines = await startEngines({ SVC_TRACES_ENDPOINT: endpoint, SVC_ATTEMPTS: '2' });
  const headers = { traceparent: `00-${traceId}-${parentId}-01` };
  const found = await engines.ask(gammaSearch, { query: 'secret tea' }, '', headers);
  const failed = await engines.ask(alphaSearch, { query: 'secret tea sim:captcha' });
  expect([found.status, failed.status]).toEqual([200, 502]);
  for (const { headers: sent } of engines.simulator.requests) expect(sent).not.toHaveProperty('traceparent');
  await engines.close();

  const ours = spans.filter((span) => span.traceId === traceId);
  const request = ours.find(({ name }) => name === `POST ${gammaSearch.path}`)!;
  expect(request.parentSpanId).toBe(parentId);
  expect(attributesOf(request)).toMatchObject({
    'http.route': gammaSearch.path,
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'svc.request_id': found.headers['x-request-id'],
  });
  const below = ours.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(below.map(({ name }) => name).sort()).toEqual(['attempt', 'read page']);
  expect(attributesOf(below.find(({ name }) => name === 'attempt')!)).toMatchObject({
    'svc.operation': 'gamma.search',
    'svc.outcome': 'usable',
    'svc.attempt': 1,
    'http.response.status_code': 200,
  });

  const other = spans.find(({ name }) => name === `POST ${alphaSearch.path}`)!;
  expect(other.traceId).not.toBe(traceId);
  expect(attributesOf(other)).toMatchObject({ 'http.response.status_code': 502, 'error.type': 'upstream_captcha' });
  const tries = spans.filter(({ name, parentSpanId }) => name === 'attempt' && parentSpanId === other.spanId);
  expect(tries.map((span) => attributesOf(span)['svc.outcome'])).toEqual(['captcha', 'captcha']);
  expect(bodies.join('')).not.toContain('secret');
});

test.each(['', `00-${'0'.repeat(32)}-${parentId}-01`, 'ff-xx', `00-${traceId}-${parentId}`])(
  'an invalid traceparent starts a new trace: %s',
  async (traceparent) => {
    const { endpoint, spans } = await collector();
    const engines = await startEngines({ SVC_TRACES_ENDPOINT: endpoint });
    await engines.ask(gammaSearch, { query: 'tea' }, '', { traceparent });
    await engines.close();
    const request = spans.find(({ name }) => name === `POST ${gammaSearch.path}`)!;
    expect(request.parentSpanId ?? '').toBe('');
    expect(request.traceId).not.toBe(traceId);
  },
);

test('an unreachable collector does not affect searches', async () => {
  const engines = await startEngines({ SVC_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' });
  expect((await engines.ask(gammaSearch, { query: 'tea' })).status).toBe(200);
  await engines.close();
});

test('a collector that does not answer delays neither a search nor the shutdown', async () => {
  const waiting = { requests: 0, aborted: 0 };
  const server = createServer((request) => {
    waiting.requests += 1;
    request.on('close', () => (waiting.aborted += 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const engines = await startEngines({ SVC_TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces` });
  expect((await engines.ask(gammaSearch, { query: 'tea' })).status).toBe(200);
  await engines.close();
  expect(waiting).toEqual({ requests: 1, aborted: 0 }); // the exporter itself times out after ten seconds
});
