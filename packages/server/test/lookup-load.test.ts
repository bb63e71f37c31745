import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { p99, probesWhile } from './helpers/probes.js';
import { environment, key } from './helpers/service.js';

const names = ['Frankfrut', 'Uluwatu', 'Munchen, Germny', 'Sna Francisco', 'London, France', 'Bangaluru', 'Zzqxv'];

/** A name with a typing error, another for each number. */
function unknownName(number: number): string {
  const name = names[number % names.length]!;
  const at = number % name.length;
  return `${name.slice(0, at)}${String.fromCharCode(97 + (number % 26))}${name.slice(at)}`;
}

function lookUp(address: string, name: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = `${address}/api/v1/locations?q=${encodeURIComponent(name)}`;
    get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });
}

test('probes are answered within 50 ms while eight clients look up unknown places', { retry: 2 }, async () => {
  const env = { ...environment, SVC_PORT: '0', SVC_LOOKUP_RATE_LIMIT: '1000000' };
  const service = await startService(readConfig(env));
  const statuses: (number | undefined)[] = [];
  const client = async () => {
    const agent = new Agent({ keepAlive: true });
    for (let count = 0; count < 100; count += 1) {
      statuses.push(await lookUp(service.address, unknownName(statuses.length), agent));
    }
    agent.destroy();
  };
  const times = await probesWhile(service.address, () => Promise.all(Array.from({ length: 8 }, client)));
  await service.stop();
  console.info(`/livez while places are looked up: ${times.length} probes, p99 ${p99(times).toFixed(0)} ms`);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(p99(times)).toBeLessThanOrEqual(50);
});
