import { spawnSync } from 'node:child_process';
import { createClient } from '@svc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printed, run } from './run.js';
import { type Service, startService } from './service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

/** Folder of Python packages that are not installed, as downloaded by CI. */
const folder = process.env.SVC_PYTHON_PACKAGES ?? '';
const python = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
const has = (name: string) =>
  spawnSync('python3', ['-c', `import ${name}`], { env: { ...process.env, ...python } }).status === 0;

const programs = [
  { file: 'python/with_requests.py', needs: 'requests', from: 'apt-get install python3-requests' },
  { file: 'python/with_serpapi.py', needs: 'serpapi', from: 'pip install serpapi' },
];

for (const { file, needs, from } of programs) {
  describe.skipIf(!has(needs))(`${file}${has(needs) ? '' : `: PYTHON LACKS ${needs} (${from})`}`, () => {
    test('prints the rows of two pages', async () => {
      const out = await printed([file, 'how do tides work'], { ...service.env, ...python });
      const svc = createClient({ baseUrl: service.env.SVC_URL, apiKey: service.env.SVC_KEY });
      const pages = await Promise.all(
        [1, 2].map((page) => svc.search('alpha.search', { query: 'how do tides work', gl: 'us', hl: 'en', page })),
      );
      const rows = pages.flatMap(({ organic_results }) => organic_results);
      expect(out.trim().split('\n')).toEqual(rows.map(({ position, title, link }) => `${position}\t${title}\t${link}`));
    });

    test('reports a captcha as an error, not an empty list', async () => {
      const { code, out, err } = await run([file, 'tides sim:captcha'], { ...service.env, ...python });
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/captcha|502 /i);
    });

    test('reports an invalid key as an error', async () => {
      const { code, err } = await run([file], { ...service.env, ...python, SVC_KEY: 'nobody-knows-this-key' });
      expect([code, err]).toEqual([1, expect.stringMatching(/key|401 /i)]);
    });
  });
}
