import { expect, onTestFinished, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { environment } from './helpers/service.js';

const paths = ['/metrics', '/livez', '/readyz'];

async function statusesAt(address: string): Promise<number[]> {
  const answers = await Promise.all(paths.map((path) => fetch(address + path)));
  return answers.map(({ status }) => status);
}

async function start(env: Record<string, string>) {
  const service = await startService(readConfig({ ...environment, SVC_PORT: '0', ...env }));
  onTestFinished(() => service.stop());
  return service;
}

test('probes and metrics are served only on SVC_OPERATOR_PORT if it is set', async () => {
  const { address, operatorAddress } = await start({ SVC_OPERATOR_PORT: '0' });
  expect(operatorAddress).not.toBe(address);
  expect(await statusesAt(operatorAddress)).toEqual([200, 200, 200]);
  expect(await statusesAt(address)).toEqual([404, 404, 404]);
  const search = await fetch(`${operatorAddress}/api/v1/gamma/search`, { method: 'POST' });
  expect([search.status, search.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
  expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
});

test('probes and metrics are served on the main port by default', async () => {
  const { address, operatorAddress } = await start({});
  expect(operatorAddress).toBe(address);
  expect(await statusesAt(address)).toEqual([200, 200, 200]);
});

test('probes are answered while the service drains, until it stops', async () => {
  const service = await start({ SVC_OPERATOR_PORT: '0', SVC_DRAIN_DELAY_MS: '3000' });
  const stopped = service.stop();
  expect(await statusesAt(service.operatorAddress)).toEqual([200, 200, 503]);
  await stopped;
  await expect(fetch(`${service.operatorAddress}/livez`)).rejects.toThrow();
});

test.each(['70000', '-1', 'a', '1.5'])('rejects the invalid port %s', (port) => {
  expect(() => readConfig({ ...environment, SVC_OPERATOR_PORT: port })).toThrow(/SVC_OPERATOR_PORT must be/);
});
