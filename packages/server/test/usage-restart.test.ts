import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { environment, key } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

test('usage is kept when the service is restarted', async () => {
  const file = join(await temporaryFolder(), 'usage');
  const env = { ...environment, SVC_PORT: '0', SVC_USAGE_FILE: file, SVC_DAY_QUOTA: '3' };
  const search = async () => {
    const service = await startService(readConfig(env));
    const answer = await fetch(`${service.address}/api/v1/gamma/search`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'how do tides work' }),
    });
    await service.stop();
    return [answer.status, /"day";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]];
  };
  const answers = [await search(), await search(), await search(), await search()];
  expect(answers).toEqual([
    [200, '2'],
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ]);
});

test('an invalid usage file is a configuration error', async () => {
  const file = join(await temporaryFolder(), 'usage');
  await writeFile(file, 'something else');
  await expect(startService(readConfig({ ...environment, SVC_PORT: '0', SVC_USAGE_FILE: file }))).rejects.toThrow(
    'SVC_USAGE_FILE must be a usage file',
  );
});
