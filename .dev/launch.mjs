// Installs the pinned pnpm into .tools, installs the workspace if the lock file has changed since the last install, and
// then runs `pnpm run`. `svc` is instead built as far as necessary and run in this process, with no other output; if
// nothing has changed since the last time, it starts at once.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtStamp, root, served } from './served.mjs';
import { step, stepLoudly } from './step.mjs';

const tools = join(root, '.tools');
process.env.PATH = `${join(tools, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
process.env.TURBO_TELEMETRY_DISABLED = '1';

/** Contains the lock file of the last complete installation. */
const fullInstall = join(root, 'node_modules', '.installed-lock');

const [script, ...rest] = process.argv.slice(2);
if (script === 'svc') await runSvc(rest);
else await runScript(script, rest);

async function runScript(name, args) {
  // tsc is written in Go. Nearly all that it allocates lives until it ends, so collecting garbage frees a tenth of its
  // memory for a fifth of its time.
  process.env.GOGC ||= 'off';
  await install(stepLoudly, { isFull: true });
  await stepLoudly(`pnpm run ${name}`, 'pnpm', ['run', name, ...args]);
}

async function runSvc(args) {
  const isFull = existsSync(fullInstall);
  await install(step, { isFull });
  await build({ isFull });
  // A service started from the repository is for trying it out: engines are simulated by default, and deliberately
  // provoked faults must not open a circuit.
  if (!process.env.SVC_ADAPTER) {
    process.env.SVC_ADAPTER = 'simulated';
    process.env.SVC_CIRCUIT_FAILURES ||= '0';
  }
  process.argv.splice(2, process.argv.length, ...args);
  await import(pathToFileURL(join(root, 'packages/server/dist/cli.js')).href);
}

/** @param isFull whether to install the tools for tests and checks too, not only those for building and running */
async function install(run, { isFull }) {
  const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
  await once(join(tools, 'pnpm.version'), pnpm, async () => {
    mkdirSync(tools, { recursive: true });
    await run('Getting pnpm', 'npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', tools, pnpm]);
  });
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const marker = isFull ? fullInstall : join(root, 'node_modules', '.installed-to-run');
  const args = ['install', '--frozen-lockfile', ...(isFull ? [] : ['--prod'])];
  await once(marker, lock, () => run('Installing packages', 'pnpm', args));
}

/**
 * Builds what `svc` needs, unless the files have not changed since the last build; without types if nothing checks
 * them.
 */
async function build({ isFull }) {
  const marker = join(root, 'node_modules', '.built-stamp');
  if (read(marker) === builtStamp()) return;
  if (isFull) {
    const filters = served().map((name) => `--filter=${name}`);
    await step('Building', join(root, 'node_modules', '.bin', 'turbo'), ['run', 'build', ...filters]);
  } else await step('Building', process.execPath, [join(root, '.dev', 'build-to-run.mjs')]);
  writeFileSync(marker, builtStamp());
}

async function once(marker, wanted, work) {
  if (read(marker) === wanted) return;
  await work();
  writeFileSync(marker, wanted);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
