// Draws ranks over time like `svc batch --chart`, from ten days of simulated engines: `pnpm --filter @svc/docs
// charts:ranks`, after `pnpm build`.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSimulator } from '@svc/fixtures';

const svc = fileURLToPath(new URL('../../server/dist/cli.js', import.meta.url));
const target = fileURLToPath(new URL('../public/charts/ranks.svg', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'svc-ranks-'));
const [keywords, ranks, history, chart] = ['keywords.csv', 'ranks.csv', 'days.csv', 'ranks.svg'].map((name) =>
  join(folder, name),
);
await writeFile(keywords, 'query\nhow do tides work\ntide tables\nmoon phases\nriver ferry\n');
for (let day = 1; day <= 10; day++) {
  const simulator = await startSimulator({ seed: `day ${day}` }); // another seed results in another order
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  await promisify(execFile)(
    process.execPath,
    [
      ...[svc, 'batch', keywords, '--operation', 'alpha.search', '--num', '20', '--domain', 'handyguide.example'],
      ...['--out', ranks, '--history', history, '--chart', chart, '--date', date],
    ],
    { env: { PATH: process.env.PATH, SVC_ADAPTER: 'http', SVC_GATEWAY: simulator.origin } },
  );
  await simulator.close();
}
await copyFile(chart, target);
await rm(folder, { recursive: true });
console.log(target);
