// Runs the tests of all packages in two lanes: the server's, which take as long as all others together, and the others
// one package after another. More packages at once would not be faster on two cores, and tests that wait for processes
// would run out of time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const long = '@svc/server';
const lanes = [[`--filter=${long}`], [`--filter=!${long}`, '--concurrency=1']];
const codes = await Promise.all(
  lanes.map(async (args) => {
    const turbo = spawn('turbo', ['run', 'test', '--continue', ...args], { stdio: 'inherit' });
    const [code] = await once(turbo, 'exit');
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
