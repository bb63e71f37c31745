import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paddedPage } from './helpers/large-pages.js';

const run = promisify(execFile);

/** A separate project, in which npm installs the packed packages. */
let project: string;

const packages = ['parsers', 'fetchers', 'server'].map((name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
);

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'svc-server-embed-'));
  const dependencies = Object.fromEntries(await Promise.all(packages.map(pack)));
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: project });
});

afterAll(() => rm(project, { recursive: true, force: true }));

/** Packs a package; returns it as a dependency. */
async function pack(folder: string): Promise<[name: string, archive: string]> {
  const { name } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { stdout } = await run('pnpm', ['pack', '--json', '--pack-destination', project], { cwd: folder });
  return [name, `file:${JSON.parse(stdout).filename}`];
}

const script = `
import { readFileSync } from 'node:fs';
import { readConfig, startService } from '@svc/server';
const key = 'key-of-the-embedding-project';
const service = await startService(readConfig({ SVC_API_KEYS: key, SVC_PORT: '0', SVC_REPLAY_FOLDER: '.', SVC_LOG_LEVEL: 'error' }));
const headers = { 'x-api-key': key, 'content-type': 'text/html' };
const body = readFileSync('page.html');
const response = await fetch(service.address + '/api/v1/parse/alpha.search?query=tea', { method: 'POST', headers, body });
const { organic_results, code } = await response.json();
console.log(response.status, code ?? organic_results.length > 9);
await service.stop();
`;

test('an installed service parses a large page on a thread', async () => {
  await writeFile(join(project, 'page.html'), paddedPage('tea', 2_000_000));
  await writeFile(join(project, 'serve.js'), script);
  expect((await run(execPath, ['serve.js'], { cwd: project })).stdout).toBe('200 true\n');
});

test('its types need no optional package, also with skipLibCheck: false', async () => {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true, module: 'nodenext' },
    ...{ target: 'es2023', lib: ['es2023'], types: ['node'], typeRoots: [here('../node_modules/@types')] },
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['serve.ts'] }));
  const program = `import { readConfig, startService } from '@svc/server';
    export const service = await startService(readConfig({ SVC_API_KEYS: process.env.KEY, SVC_PORT: '0' }));`;
  await writeFile(join(project, 'serve.ts'), program);
  const compiler = here('../../../node_modules/typescript/bin/tsc');
  const { stdout } = await run(execPath, [compiler, '-p', project]).catch((error) => error);
  expect(stdout.split('\n').filter((line: string) => /@svc|^serve/.test(line))).toEqual([]);
});

test('the installed command runs', async () => {
  expect((await run('npx', ['--no-install', 'svc', '--help'], { cwd: project })).stdout).toContain('Usage: svc');
});

test('the installation stays within its budget of packages and megabytes, and contains nothing optional', async () => {
  const budget = JSON.parse(await readFile(new URL('../../../.dev/packages/budget.json', import.meta.url), 'utf8'));
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project });
  const folders = [...new Set(stdout.trim().split('\n'))].slice(1);
  expect(folders.length).toBeGreaterThan(3);
  expect(folders.length).toBeLessThanOrEqual(budget.install.packages * 1.1);
  expect(folders.filter((folder) => /(?:ioredis|playwright-core|impit|modelcontextprotocol)/.test(folder))).toEqual([]);
  const kilobytes = Number(
    (await run('du', ['-sk', '--apparent-size', 'node_modules'], { cwd: project })).stdout.split('\t')[0],
  );
  expect(kilobytes).toBeLessThanOrEqual(budget.install.megabytes * 1.1 * 1000);
});
