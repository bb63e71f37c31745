// Runs the tests of all packages, with the longest first: turbo starts packages in the order of their dependencies, and so the
// server's tests, which take longest, after those of the packages that it depends on.
import { spawnSync } from 'node:child_process';

const first = ['@svc/server', '@svc/parsers'];
const stages = [first.map((name) => `--filter=${name}`), first.map((name) => `--filter=!${name}`)];
const codes = stages.map((filters) => {
  const args = ['run', 'test', '--continue', '--concurrency=4', ...filters];
  return spawnSync('turbo', args, { stdio: 'inherit' }).status;
});
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
