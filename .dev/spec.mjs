// Runs the tests of all packages in three lanes that take about the same time, each one package after another. With more
// packages at once, tests that wait for processes would run out of time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const serverLane = ['@svc/server'];
const fetchersLane = ['@svc/fetchers', '@svc/docs', '@svc/client'];
const lanes = [
  serverLane.map((name) => `--filter=${name}`),
  fetchersLane.map((name) => `--filter=${name}`),
  [...serverLane, ...fetchersLane].map((name) => `--filter=!${name}`), // parsers, fixtures and all others
];
const codes = await Promise.all(
  lanes.map(async (filters) => {
    const turbo = spawn('turbo', ['run', 'test', '--continue', '--concurrency=1', ...filters], { stdio: 'inherit' });
    const [code] = await once(turbo, 'exit');
    return code;
  }),
);
const failed = lanes.filter((_, index) => codes[index] !== 0);
for (const filters of failed) console.log(`FAILED: turbo run test ${filters.join(' ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
