// What `npm test` does after the build: runs all tests and, beside them, the checks that run no test, one after
// another. Many tests wait, so the checks take less time than before or after them. Their output is printed when they end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './served.mjs';

const checks = ['lint', 'unused', 'patterns', 'publint', 'api', 'typecheck'];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const failed = [];

await Promise.all([runChecks(), run('spec', 'inherit')]);
for (const name of failed) console.log(`FAILED: pnpm ${name}`);
if (failed.length > 0) process.exitCode = 1;

async function runChecks() {
  for (const name of checks) process.stdout.write(await run(name, 'pipe'));
}

/** Runs a script of the repository; resolves to its output if that is a pipe. */
async function run(name, output) {
  const printed = [Buffer.from(`$ pnpm ${name}\n`)];
  const child = spawn(scripts[name], { cwd: root, shell: true, stdio: ['ignore', output, output] });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => printed.push(data));
  const [code] = await once(child, 'close');
  if (code !== 0) failed.push(name);
  return Buffer.concat(printed);
}
