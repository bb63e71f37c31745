import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasRedis } from './helpers/redis.js';

const script = fileURLToPath(new URL('../scripts/batch-kill.mjs', import.meta.url));

/** A short run of the command: the built service is killed once while it runs a job, after eight answers or more. */
async function killed(store: string): Promise<string> {
  const args = [script, '--lines', '60', '--kills', '1', '--seed', '8', '--store', store];
  const output = (await promisify(execFile)(process.execPath, args)).stdout;
  const [, kept = '60'] = /: (\d+) were kept/.exec(output) ?? [];
  expect(Number(kept), 'answers at the kill').toBeLessThan(60);
  return output;
}

test('each id is answered once when a service that keeps jobs in a folder is killed', async () => {
  const output = await killed('folder');
  expect(output).toContain('60 lines, 1 kills, jobs in folder: each id is answered once.');
  expect(output).toMatch(/^\d+ searches were made a second time;/m);
}, 240_000);

test.skipIf(!hasRedis)(
  'each id is answered once when a service that keeps jobs in Redis is killed',
  async () => {
    expect(await killed('redis')).toContain('60 lines, 1 kills, jobs in redis: each id is answered once.');
  },
  240_000,
);
