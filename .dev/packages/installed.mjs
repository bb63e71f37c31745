// Tests the programs of the packages, installed from their tarballs in a folder without the repository, and returns
// problems.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { npmInstall } from './install.mjs';
import { run } from './pack.mjs';

const captures = `import { writeFileSync } from 'node:fs';
import { makePage } from '@svc/fixtures';
writeFileSync('page.html', makePage({ operation: 'gamma.search', seed: 'installed' }).body);`;

const client = `import { createClient } from '@svc/client';
const svc = createClient({ baseUrl: process.argv[2], apiKey: process.argv[3] });
const { organic_results } = await svc.search('gamma.search', { query: 'tides' });
console.log(organic_results.length);`;

/** Installs everything and runs it in this order as a user would. */
export async function tryInstalled(folder, packages) {
  const project = join(folder, 'installed');
  mkdirSync(project);
  const dependencies = Object.fromEntries(packages.map(({ name, archive }) => [name, `file:${archive}`]));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }));
  npmInstall(project, []);
  writeFileSync(join(project, 'client.mjs'), client);
  writeFileSync(join(project, 'captures.mjs'), captures);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: folder, SVC_PORT: '0' };
  const tried = { cwd: project, env, timeout: 60_000 };
  return [
    ...(await tryService(project, env)),
    ...expected(
      'npx svc search',
      run('npx', ['svc', 'search', 'beta.search', 'tides', '--csv'], tried),
      /^position,title,/,
    ),
    ...expected('npx svc doctor', run('npx', ['svc', 'doctor'], tried), /✓ port/),
    ...expected('a page made by @svc/fixtures', run(process.execPath, ['captures.mjs'], tried), /^$/),
    ...expected(
      'npx svc parse',
      run('npx', ['svc', 'parse', 'auto', 'page.html', '--json'], tried),
      /"operation": "gamma/,
    ),
    ...expected(
      'npx svc-fixtures add',
      run('npx', ['svc-fixtures', 'add', 'gamma.search/one', 'page.html', '--root', 'captures'], tried),
      /one/,
    ),
    ...expected('npx svc-fixtures verify', run('npx', ['svc-fixtures', 'verify', 'captures'], tried), /1 capture/),
  ];
}

function expected(what, { status, stdout, stderr }, wanted) {
  if (status === 0 && wanted.test(stdout)) return [];
  return [`${what} ended with ${status}: ${stdout.slice(0, 500)}${stderr.slice(0, 500)}`];
}

/** `npx svc serve` must start without settings, and respond to the client and to a browser. */
async function tryService(project, env) {
  const child = spawn(process.execPath, [join('node_modules', '.bin', 'svc'), 'serve'], {
    cwd: project,
    env: { ...env, SVC_API_KEYS: 'key-of-the-installed-service' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const address = await addressOf(child);
    if (address === undefined) return [`svc serve ended with ${child.exitCode}`];
    const result = run(process.execPath, ['client.mjs', address, 'key-of-the-installed-service'], { cwd: project });
    const paths = ['/', '/docs/', '/openapi.json'];
    const answers = await Promise.all(paths.map((path) => fetch(`${address}${path}`)));
    return [
      ...expected('the client', result, /^[1-9]\d*\n$/),
      ...paths.filter((_, index) => !answers[index].ok).map((path) => `${path} is answered with an error`),
    ];
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** The URL printed by a starting service; undefined if it exits first. */
async function addressOf(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /svc listens on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  return undefined;
}
