import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * Folders from lowest to highest: each may import only those before it, types included. Files in `src` itself are
 * highest.
 */
const layers = [
  'errors',
  'files',
  'operations/schema',
  'operations/request',
  'pages',
  'pages/reading',
  'operations',
  'limits',
  'limits/keys',
  'config',
  'observe',
  'observe/lifecycle',
  'limits/overload',
  'pages/fetching',
  'http',
  'search',
  'extract',
  'state',
  'state/redis',
  'workers',
  'jobs/batch',
  'jobs',
  'jobs/webhooks',
  'api/openapi',
  'api/mcp',
  'api/docs',
  'api',
  'api/compat',
];

/** Folders and files that start the whole service. */
const entries = ['api/asking', 'commands/terminal', 'commands/doctor', 'commands', '.'];

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('every folder is assigned a layer', () => {
  expect(new Set(files.map(dirname))).toEqual(new Set([...layers, ...entries]));
});

test.each(layers)('%s imports only lower layers', (layer) => {
  const below = layers.slice(0, layers.indexOf(layer) + 1);
  const wrong = files
    .filter((file) => dirname(file) === layer)
    .flatMap((file) => importsOf(file).map((imported) => `${file} imports ${imported}`))
    .filter((line) => !below.includes(dirname(line.split(' imports ')[1] ?? '')));
  expect(wrong).toEqual([]);
});

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path = '']) => normalize(join(dirname(file), path)));
}

test('few test files import internals, so that most are unaffected when a file is moved', async () => {
  const script = fileURLToPath(new URL('../scripts/internals.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script, '--most', '44']);
});
