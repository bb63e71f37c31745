// Runs the checks that run no test, two at a time, as most of them use one core. All run even if one fails; the output of
// each is printed when it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Root scripts, the slowest first. */
const waiting = ['typecheck', 'api', 'unused', 'patterns', 'lint', 'publint'];
const failed = [];

await Promise.all([runNext(), runNext()]);
if (failed.length > 0) console.log(`FAILED: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const began = performance.now();
    const check = spawn('pnpm', ['run', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const output = [];
    for (const stream of [check.stdout, check.stderr]) stream.on('data', (data) => output.push(data));
    const [code] = await once(check, 'close');
    process.stdout.write(Buffer.concat(output));
    console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`);
    if (code !== 0) failed.push(name);
  }
}
