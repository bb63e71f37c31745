import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** The folders from the bottom up: each may import those before it, types included. Files beside them are the top. */
const layers = [
  'terminal',
  'errors',
  'files',
  'schema',
  'requests',
  'pages',
  'reading',
  'endpoints',
  'limits',
  'keys',
  'cache',
  'config',
  'callers',
  'observe',
  'lifecycle',
  'overload',
  'fetching',
  'http',
  'search',
  'state',
  'redis/scripts',
  'redis',
  'workers',
  'batch',
  'jobs',
  'webhooks',
  'openapi/examples',
  'openapi',
  'mcp',
  'docs',
  'routes',
];

/** Command lines start the whole service. */
const entries = ['asking', 'doctor', 'commands', '.'];

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('every folder has its place', () => {
  expect(new Set(files.map(dirname))).toEqual(new Set([...layers, ...entries]));
});

test.each(layers)('%s imports only what is below it', (layer) => {
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
