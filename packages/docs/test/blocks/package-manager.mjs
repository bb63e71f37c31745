// Replaces npm and pnpm: commands that would install packages or take long are checked instead of run, so that no
// document uses a missing package or script.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { ROOT, BLOCKS } = process.env;
const [manager, ...args] = process.argv.slice(2);
const folders = ['.', 'fixtures', ...readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name))];
const manifests = folders
  .map((folder) => join(ROOT, folder, 'package.json'))
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));

process.exitCode = run(args);

function run([command, ...rest]) {
  if (command === 'run' && rest[0] === '-s') return run(['run', ...rest.slice(1)]);
  if (command === 'run' && rest[0] === 'svc') return svc(rest.slice(rest.indexOf('--') + 1));
  if (command === '--filter') return checkScript(manifestOf(rest[0]), rest.slice(1));
  if (['install', 'i', 'add'].includes(command)) return checkPackages(rest);
  if (command === 'start') return start();
  if (command === 'fixtures') return node('fixtures/dist/cli.js', rest);
  if (command === 'exec' || command === 'format') return 0;
  return checkScript(manifests[0], [command, ...rest]);
}

/** Runs what `npm start` runs after the build. */
function start() {
  process.env.SVC_ADAPTER ??= 'simulated';
  return node(join(BLOCKS, 'serve-briefly.mjs'), [join(ROOT, 'packages/server/dist/cli.js'), 'serve']);
}

function svc(rest) {
  process.env.SVC_ADAPTER ??= 'simulated';
  return node('packages/server/dist/cli.js', rest);
}

function node(file, rest) {
  return (
    spawnSync(process.execPath, [join(file.startsWith('/') ? '' : ROOT, file), ...rest], { stdio: 'inherit' }).status ??
    1
  );
}

function manifestOf(name) {
  return manifests.find((manifest) => manifest.name === name) ?? fail(`${manager}: no package ${name}`);
}

function checkScript(manifest, [command, ...rest]) {
  const script = command === 'run' ? rest[0] : command;
  return manifest.scripts?.[script] === undefined ? fail(`${manager}: ${manifest.name} has no script ${script}`) : 0;
}

/** Each package must be one of ours or a dependency of one. */
function checkPackages(names) {
  const known = new Set(
    manifests.flatMap(({ name, dependencies, devDependencies, peerDependencies }) => [
      name,
      ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
    ]),
  );
  const unknown = names.filter((name) => !name.startsWith('-') && !known.has(name.replace(/(?<=.)@.*/, '')));
  return unknown.length > 0 ? fail(`${manager}: no package of this repository depends on ${unknown.join(', ')}`) : 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
