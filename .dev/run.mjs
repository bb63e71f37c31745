// Runs a root script on a bare machine: Node and npm are all it expects. Gets the pinned pnpm into .tools, installs the
// workspace when the lock file changed since the last install, then hands over to `pnpm run`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tools = join(root, '.tools');
const bin = join(tools, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: '1' };

const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
const installed = (marker, wanted) => existsSync(marker) && readFileSync(marker, 'utf8') === wanted;

const pnpmMarker = join(tools, 'pnpm.version');
if (!installed(pnpmMarker, pnpm)) {
  mkdirSync(tools, { recursive: true });
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', tools, pnpm]);
  writeFileSync(pnpmMarker, pnpm);
}

const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
const lockMarker = join(root, 'node_modules', '.installed-lock');
if (!installed(lockMarker, lock)) {
  run('pnpm', ['install', '--frozen-lockfile']);
  writeFileSync(lockMarker, lock);
}

const [script, ...rest] = process.argv.slice(2);
run('pnpm', ['run', script, ...rest]);

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
