import { startSimulator } from '@svc/fixtures';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config/config.js';
import { startService } from '../src/main.js';
import { environment, key } from './helpers/service.js';

test('/metrics says how engines and proxies fare, by their ids', async () => {
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
  expect(sampleOf('svc_searches_waiting{engine="gamma"}')).toBe(0);
  expect(metrics).not.toMatch(/secret|127\.0\.0\.1/);
});
