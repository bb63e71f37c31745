import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { p99 } from './helpers/probes.js';
import { environment, key } from './helpers/service.js';

const names = ['Frankfrut', 'Uluwatu', 'Munchen, Germny', 'Sna Francisco', 'London, France', 'Bangaluru', 'Zzqxv'];

/** A misspelt name, different for each number. */
function unknownName(number: number): string {
  const name = names[number % names.length]!;
  const at = number % name.length;
  return `${name.slice(0, at)}${String.fromCharCode(97 + (number % 26))}${name.slice(at)}`;
}

function ask(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });
}

test('a probe waits for few of the look-ups of unknown places by eight clients', async () => {
  const env = { ...environment, SVC_PORT: '0', SVC_LOOKUP_RATE_LIMIT: '1000000' };
  const { address, stop } = await startService(readConfig(env));
  const statuses: (number | undefined)[] = [];
  const client = async () => {
    const agent = new Agent({ keepAlive: true });
    for (let count = 0; count < 100; count += 1) {
      const name = encodeURIComponent(unknownName(statuses.length));
      statuses.push(await ask(`${address}/api/v1/locations?q=${name}`, agent));
    }
    agent.destroy();
  };
  const waits: number[] = []; // in look-ups answered before the probe
  const probe = async () => {
    const agent = new Agent({ keepAlive: true });
    while (statuses.length < 800) {
      const before = statuses.length;
      await ask(`${address}/livez`, agent);
      waits.push(statuses.length - before);
      await sleep(1);
    }
    agent.destroy();
  };
  await Promise.all([probe(), ...Array.from({ length: 8 }, client)]);
  await stop();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(waits.length).toBeGreaterThan(30);
  expect(p99(waits.toSorted((a, b) => a - b))).toBeLessThanOrEqual(4);
});
