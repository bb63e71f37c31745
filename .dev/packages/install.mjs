import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './pack.mjs';

/**
 * Installs the server from its tarballs with npm, without optional peer dependencies, and measures the installation.
 */
export function measureInstall(folder, packages) {
  const project = join(folder, 'project');
  mkdirSync(project);
  const archiveOf = (name) => `file:${packages.find((packed) => packed.name === name).archive}`;
  const dependencies = Object.fromEntries(
    ['@svc/parsers', '@svc/fetchers', '@svc/server'].map((name) => [name, archiveOf(name)]),
  );
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }));
  npmInstall(project, []);
  const modules = join(project, 'node_modules');
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  const bytes = files.reduce(
    (sum, file) => sum + (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0),
    0,
  );
  const names = run('npm', ['ls', '--all', '--parseable'], { cwd: project }).stdout.trim().split('\n');
  return { project, packages: new Set(names).size - 1, megabytes: Math.round(bytes / 1e5) / 10 };
}

/** Installs the dependencies of a project. Throws if npm fails. */
export function npmInstall(project, args) {
  const { status, stderr } = run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...args], {
    cwd: project,
  });
  if (status !== 0) throw new Error(`npm install failed: ${stderr}`);
}

const cli = join('node_modules', '@svc', 'server', 'dist', 'cli.js');

/** Commands that need a missing package, and the package that their error must name. */
const optional = [
  [['mcp'], {}, '@modelcontextprotocol/sdk'],
  [['serve'], { SVC_REDIS_URL: 'redis://127.0.0.1:9', SVC_PORT: '0' }, 'ioredis'],
  [['serve'], { SVC_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces', SVC_PORT: '0' }, '@opentelemetry/api'],
];

/** Commands whose error does not say what to install. */
export function missingPeers(project) {
  return optional.flatMap(([args, env, name]) => {
    const { status, stderr } = run(process.execPath, [cli, ...args], {
      cwd: project,
      env: { PATH: process.env.PATH, SVC_REPLAY_FOLDER: '.', ...env },
      timeout: 60_000,
    });
    const line = stderr.trim();
    const isTold = status === 1 && new RegExp(`npm (?:i|install) .*${name}`).test(line) && !/^\s+at /m.test(line);
    return isTold ? [] : [`svc ${args.join(' ')} without ${name} says: ${line} (exit code ${status})`];
  });
}

const script = `
import { operations } from '@svc/parsers';
import { includedPlaces } from '@svc/fetchers';
import { readConfig, startService } from '@svc/server';
const key = 'key-of-the-smoke-test';
const service = await startService(readConfig({ SVC_API_KEYS: key, SVC_PORT: '0', SVC_REPLAY_FOLDER: '.', SVC_LOG_LEVEL: 'silent' }));
const page = '["tea",["tea time","tea cup"]]';
const headers = { 'x-api-key': key, 'content-type': 'application/json' };
const answer = await fetch(service.address + '/api/v1/parse/alpha.autocomplete', { method: 'POST', headers, body: page });
const { suggestions } = await answer.json();
await service.stop();
const own = operations['alpha.autocomplete'](new TextEncoder().encode(page), {}).suggestions;
console.log(process.versions.node.split('.')[0], suggestions.length, own.length, includedPlaces().resolve('Lisbon').place.name);
`;

/** Problems when using the installed packages. @param version version of Node.js; '' for the current one */
export function smoke(project, version) {
  writeFileSync(join(project, 'smoke.mjs'), script);
  const node = version === '' ? process.execPath : nodeOf(project, version);
  const { status, stdout, stderr } = run(node, ['smoke.mjs'], { cwd: project, timeout: 120_000 });
  const wanted = `${version || process.versions.node.split('.')[0]} 2 2 Lisbon`;
  const isRight = status === 0 && stdout.trim() === wanted;
  return isRight
    ? []
    : [`it printed "${stdout.trim()}" and not "${wanted}"; exit code ${status}`, ...stderr.trim().split('\n')];
}

/** Installs another version of Node.js from npm. */
function nodeOf(project, version) {
  const folder = join(project, '..', `node-${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  npmInstall(folder, [`node@${version}`]);
  return join(folder, 'node_modules', 'node', 'bin', 'node');
}
