import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '@svc/fetchers';
import { expect, test } from 'vitest';
import { readConfig, type Service, startService } from '../src/index.js';
import { typical } from './helpers/captures.js';
import { createGate, type Gate } from './helpers/gate.js';
import { gammaSearch } from './helpers/operations.js';
import { environment, key } from './helpers/service.js';

const capture = typical(gammaSearch);

interface GatedService {
  service: Service;
  /** Opened by the test to let the engine answer. */
  gate: Gate<void>;
  /** Opens when the engine gets the request. */
  requested: Gate<void>;
  /** Opens when the request to the engine is aborted. */
  aborted: Gate<void>;
}

/** A service on its own port, whose engine waits for a gate. */
async function start(env: Record<string, string> = {}): Promise<GatedService> {
  const [gate, requested, aborted] = [createGate<void>(), createGate<void>(), createGate<void>()];
  const adapter: Adapter = async (request, context) => {
    context.signal.addEventListener('abort', () => aborted.open());
    requested.open();
    await gate.promise;
    return capture.adapter(request, context);
  };
  const service = await startService(readConfig({ ...environment, SVC_PORT: '0', ...env }), { adapter });
  return { service, gate, requested, aborted };
}

function search({ address }: Service, signal?: AbortSignal): Promise<Response> {
  return fetch(`${address}${gammaSearch.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query: capture.query }),
    ...(signal && { signal }),
  });
}

test('a running search is answered before the service stops', async () => {
  const { service, gate, requested } = await start();
  const answer = search(service);
  await requested.promise;
  const stopped = service.stop();
  gate.open();
  expect((await answer).status).toBe(200);
  await stopped;
  await expect(fetch(`${service.address}/livez`)).rejects.toThrow();
});

test('while draining, the service is not ready but still searches', async () => {
  const { service, gate } = await start({ SVC_DRAIN_DELAY_MS: '3000' });
  gate.open();
  const stopped = service.stop();
  const readiness = await fetch(`${service.address}/readyz`);
  expect([readiness.status, (await fetch(`${service.address}/livez`)).status]).toEqual([503, 200]);
  expect((await search(service)).status).toBe(200);
  await stopped;
});

test('searches that take too long are aborted and answered with 503', async () => {
  const { service, requested, aborted } = await start({ SVC_SHUTDOWN_TIMEOUT_MS: '50' });
  const answer = search(service);
  await requested.promise;
  await service.stop();
  await aborted.promise;
  const response = await answer;
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ code: 'shutting_down', retryable: true });
});

test('two calls of stop wait for the same end', async () => {
  const { service } = await start();
  await Promise.all([service.stop(), service.stop()]);
  await expect(fetch(`${service.address}/livez`)).rejects.toThrow();
});

test('a search is aborted when its caller disconnects', async () => {
  const { service, requested, aborted } = await start();
  const caller = new AbortController();
  const answer = search(service, caller.signal).catch((error: Error) => error.name);
  await requested.promise;
  caller.abort();
  expect(await answer).toBe('AbortError');
  const tooLate = sleep(30_000, 'went on', { ref: false });
  expect(await Promise.race([aborted.promise.then(() => 'aborted'), tooLate])).toBe('aborted');
  await service.stop();
});
