// Runs the tests of all packages in two lanes that take about the same time, each one package after another. More
// packages at once would not be faster on two cores, and tests that wait for processes would run out of time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const serverLane = ['@svc/server', '@svc/docs', '@svc/planner'];
const lanes = [serverLane.map((name) => `--filter=${name}`), serverLane.map((name) => `--filter=!${name}`)];
const codes = await Promise.all(
  lanes.map(async (filters) => {
    const turbo = spawn('turbo', ['run', 'test', '--continue', '--concurrency=1', ...filters], { stdio: 'inherit' });
    const [code] = await once(turbo, 'exit');
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
