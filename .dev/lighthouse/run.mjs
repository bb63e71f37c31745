#!/usr/bin/env node
// Runs Lighthouse on the playground and the documentation of the built service: `npm run lighthouse`.
//
//   node run.mjs [path…]      default: the pages below; a path is for example docs/guides/errors
//
// Uses the phone and desktop profiles of Lighthouse. Performance and accessibility must reach 95 in the best of up to
// five runs, since other processes on the machine only make a page slower. Requires Chromium.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSimulatedService } from '../simulated-service.mjs';

const least = 95;
const maxRuns = 5;
const pages = process.argv.slice(2);
if (pages.length === 0)
  pages.push(
    ...['', '#search?op=alpha.search&query=how+do+tides+work', '#inspect', '#history', 'docs/', 'docs/api'],
    ...['docs/guides/quick-start', 'docs/guides/errors', 'docs/guides/examples', 'docs/guides/moving'],
    ...['docs/reference/alpha-search', 'docs/reference/types', 'docs/errors/upstream_captcha'],
  );

const cli = fileURLToPath(new URL('node_modules/lighthouse/cli/index.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'svc-lighthouse-'));
const service = await startSimulatedService({ key: 'key-of-lighthouse-0123456789', compat: '' });

let failed = 0;
for (const form of ['phone', 'desktop']) {
  for (const path of pages) {
    const best = { performance: 0, accessibility: 0 };
    for (let run = 0; run < maxRuns && Math.min(...Object.values(best)) < least; run++) {
      const { categories } = await reportOf(path, form);
      for (const name of Object.keys(best)) best[name] = Math.max(best[name], Math.round(100 * categories[name].score));
    }
    const isGood = Math.min(...Object.values(best)) >= least;
    if (!isGood) failed += 1;
    const told = `performance ${best.performance}, accessibility ${best.accessibility}`;
    console.log(`${isGood ? 'ok    ' : 'FAILED'} ${form.padEnd(7)} /${path}: ${told}`);
  }
}
await service.stop();
await rm(folder, { recursive: true, force: true });
console.log(`${2 * pages.length} looks, ${failed} below ${least}`);
process.exit(failed > 0 ? 1 : 0);

async function reportOf(path, form) {
  const file = join(folder, 'report.json');
  const child = spawn(
    process.execPath,
    [
      ...[cli, `${service.address}/${path}`, '--quiet', '--output=json', `--output-path=${file}`],
      ...['--only-categories=performance,accessibility', ...(form === 'desktop' ? ['--preset=desktop'] : [])],
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    {
      env: { ...process.env, CHROME_PATH: process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let told = '';
  child.stderr.on('data', (data) => {
    told += data;
  });
  const code = await new Promise((ended) => child.on('close', ended));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on /${path}: ${told.trim()}`);
  return JSON.parse(await readFile(file, 'utf8'));
}
