// Gets the pinned pnpm into .tools, installs the workspace when the lock file changed since the last install, then hands
// over to `pnpm run`. `svc` is built as far as it needs and run in this process instead, and nothing but what it says is
// shown; when nothing has changed since the last time, it starts at once.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtStamp, root, served } from './served.mjs';
import { step, stepLoudly } from './step.mjs';

const tools = join(root, '.tools');
process.env.PATH = `${join(tools, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
process.env.TURBO_TELEMETRY_DISABLED = '1';

const [script, ...rest] = process.argv.slice(2);
if (script === 'svc') await runSvc(rest);
else await runScript(script, rest);

async function runScript(name, args) {
  await install(stepLoudly);
  await stepLoudly(`pnpm run ${name}`, 'pnpm', ['run', name, ...args]);
}

async function runSvc(args) {
  await install(step);
  await build();
  // What is typed here is tried here: without a setting, the engines are simulated, and so many faults as a person tries
  // out on purpose are no reason to open a circuit.
  if (!process.env.SVC_ADAPTER) {
    process.env.SVC_ADAPTER = 'simulated';
    process.env.SVC_CIRCUIT_FAILURES ||= '0';
  }
  process.argv.splice(2, process.argv.length, ...args);
  await import(pathToFileURL(join(root, 'packages/server/dist/cli.js')).href);
}

async function install(run) {
  const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
  await once(join(tools, 'pnpm.version'), pnpm, async () => {
    mkdirSync(tools, { recursive: true });
    await run('Getting pnpm', 'npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', tools, pnpm]);
  });
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  await once(join(root, 'node_modules', '.installed-lock'), lock, () =>
    run('Installing packages', 'pnpm', ['install', '--frozen-lockfile']),
  );
}

/** Builds what `svc` runs from, unless it was built of these very files. */
async function build() {
  const marker = join(root, 'node_modules', '.built-stamp');
  if (read(marker) === builtStamp()) return;
  const filters = served().map((name) => `--filter=${name}`);
  await step('Building', join(root, 'node_modules', '.bin', 'turbo'), ['run', 'build', ...filters]);
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
