import { type Adapter, createFetcher } from '@svc/fetchers';
import { startSimulator } from '@svc/fixtures';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { environment, key, testService } from './helpers/service.js';

test('/metrics has the health of engines and proxies, by proxy id', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const proxies = { SVC_PROXIES: 'http://user:secret@127.0.0.1:9 country=at id=vienna' };
  const env = { ...environment, ...proxies, SVC_ADAPTER: 'http', SVC_GATEWAY: simulator.origin, SVC_PORT: '0' };
  const service = await startService(readConfig(env));
  onTestFinished(() => service.stop());
  const search = () =>
    fetch(`${service.address}/api/v1/gamma/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query: 'tea' }),
    });
  const [first, second] = [await search(), await search()];
  expect([first.status, second.status]).toEqual([503, 503]);
  expect(await second.json()).toMatchObject({ code: 'no_proxy_available', retryable: true });
  expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(5);
  expect(simulator.requests).toHaveLength(0);
  const metrics = await (await fetch(`${service.address}/metrics`)).text();
  const sampleOf = (line: string) =>
    Number(
      metrics
        .split('\n')
        .find((text) => text.startsWith(`${line} `))
        ?.split(' ')[1],
    );
  expect(sampleOf('svc_proxy_strikes{engine="gamma",proxy="vienna"}')).toBe(1);
  expect(sampleOf('svc_proxy_cooling_seconds{engine="gamma",proxy="vienna"}')).toBeGreaterThan(1);
  expect(sampleOf('svc_proxy_searches{engine="gamma",proxy="vienna"}')).toBe(0);
  expect(sampleOf('svc_circuit_state{engine="gamma"}')).toBe(0);
  expect(sampleOf('svc_circuit_open_keys{engine="gamma"}')).toBe(0);
  expect(sampleOf('svc_searches_waiting{engine="gamma"}')).toBe(0);
  expect(metrics).not.toMatch(/secret|127\.0\.0\.1/);
  const ready = await fetch(`${service.address}/readyz`);
  const { status, engines } = (await ready.json()) as { status: string; engines: Record<string, unknown> };
  expect([ready.status, status]).toEqual([200, 'ready']);
  expect(engines).toEqual({ gamma: { unavailable_seconds: expect.any(Number), circuit: 'closed' } });
});

test('/readyz and a metric report an engine that asked the only exit to wait for an hour', async () => {
  const adapter: Adapter = async ({ url }) => ({
    url,
    status: 429,
    headers: { 'retry-after': '3600' },
    body: new Uint8Array(9),
  });
  const service = await startService(readConfig({ ...environment, SVC_ADAPTER: 'http', SVC_PORT: '0' }), { adapter });
  onTestFinished(() => service.stop());
  const ready = async () => (await fetch(`${service.address}/readyz`)).json();
  expect(await ready()).toEqual({ status: 'ready' });
  await fetch(`${service.address}/api/v1/gamma/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query: 'tea' }),
  });
  // The engine is tried again after a minute, not after an hour.
  expect(await ready()).toEqual({
    status: 'ready',
    engines: { gamma: { unavailable_seconds: 60, circuit: 'closed' } },
  });
  const metrics = await (await fetch(`${service.address}/metrics`)).text();
  expect(Number(/^svc_engine_unavailable_seconds\{engine="gamma"\} ([\d.]+)$/m.exec(metrics)?.[1])).toBeGreaterThan(55);
});

test('a failing health store does not make the service unready', async () => {
  const fetcher = createFetcher({ adapter: async () => Promise.reject(new Error('no fetch expected')) });
  const service = testService({ fetcher: { ...fetcher, status: () => Promise.reject(new Error('away')) } });
  const ready = await service.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', engines: 'unknown' }]);
});
