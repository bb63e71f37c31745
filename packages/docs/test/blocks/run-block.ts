import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { root } from './documents.js';
import type { Block } from './read-blocks.js';
import { documentedRedis } from './redis.js';
import type { Runner } from './runner.js';
import type { Service } from './service.js';

const here = fileURLToPath(new URL('./', import.meta.url));

/** Where a block runs, and with which service. */
export interface Place {
  /** A folder like that of a reader. */
  folder: string;
  service: Service;
  /** Run all programs of a language, because starting a process for each takes longer than most of them. */
  runners: Readonly<Record<'js' | 'python', Runner>>;
}

/** Languages of blocks that can be run. The others are data and diagrams. */
export const runnable: readonly string[] = ['js', 'ts', 'sh', 'console', 'python'];

/** Runs a block as typed by a reader; if it fails, throws its output. */
export async function runBlock(block: Block, place: Place): Promise<void> {
  const filled = fillIn(block.text, place.service);
  const text = filled.includes('{id}') ? filled.replaceAll('{id}', await newJob(place.service)) : filled;
  const typed = { ...block, text };
  if (block.answers) await expectError(typed, place);
  else if (block.language === 'sh') await shell(typed.text, place);
  else if (block.language === 'console') await session(typed, place);
  else if (block.language === 'python') await python(typed, place);
  else await program(typed, place);
}

/** Replaces the default port and the placeholder of the key in the documents. */
function fillIn(source: string, { origin, key, redis = documentedRedis }: Service): string {
  return source
    .replaceAll('http://127.0.0.1:8080', origin)
    .replaceAll(documentedRedis, redis)
    .replaceAll('<API_KEY>', key);
}

/** The id of a new batch. */
async function newJob({ origin, key }: Service): Promise<string> {
  const response = await fetch(`${origin}/api/v1/batches`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body: '{"id":"a","operation":"gamma.search","query":"how do tides work"}\n',
  });
  return ((await response.json()) as { id: string }).id;
}

/** Whether a block needs Redis. */
export function needsRedis({ text: source }: Block): boolean {
  return source.includes(documentedRedis);
}

/** Runs a request that shows an error: curl must fail (22), and the body must have the expected status. */
async function expectError({ text: typed, answers }: Block, place: Place): Promise<void> {
  const printed = await shell(`(${typed.trimEnd()}) || [ $? = 22 ]`, place);
  if (!printed.includes(`"status":${answers},`)) throw new Error(`The status is not ${answers}:\n${printed}`);
}

async function shell(script: string, place: Place): Promise<string> {
  const printed = await command('bash', ['-euo', 'pipefail', '-c', script], place);
  if (script.includes('/mcp') && failedCall.test(printed)) throw new Error(`${script}\nfailed:\n${printed}`);
  return printed;
}

/** A failed MCP call has status 200. */
const failedCall = /"jsonrpc":"2\.0".{0,40}"error":|"isError":true/;

/**
 * Runs a module. If it starts with a comment containing a file name, it is saved under that name, and run by vitest if
 * it is a test.
 */
async function program({ language, line, text: source }: Block, place: Place): Promise<void> {
  const name = /^\/\/ ([\w./-]+\.[jt]s)\n/.exec(source)?.[1];
  const { code } = await transform(source, {
    loader: language === 'ts' ? 'ts' : 'js',
    format: 'esm',
    target: 'node20',
  });
  const file = name ?? `block-${line}.mjs`;
  mkdirSync(dirname(join(place.folder, file)), { recursive: true });
  writeFileSync(join(place.folder, file), name ? source : code);
  if (!name) await place.runners.js.run(join(place.folder, file));
  else if (/\.test\.[jt]s$/.test(name)) await command('npx', ['vitest', 'run', file], place);
}

async function python({ line, text: source }: Block, place: Place): Promise<void> {
  const file = `block-${line}.py`;
  writeFileSync(join(place.folder, file), source);
  await place.runners.python.run(join(place.folder, file));
}

/**
 * Runs commands after `$ ` and compares their output. Times are ignored, and a line `…` matches any lines. A command
 * shown with its output may exit with 1, but exit code 2, for wrong usage, fails.
 */
async function session({ text: typed, isExample }: Block, place: Place): Promise<void> {
  for (const [line = '', ...expected] of typed
    .split(/^\$ /m)
    .slice(1)
    .map((part) => part.trimEnd().split('\n'))) {
    const isShown = expected.length > 0;
    const printed = await shell(`exec 2>&1; ${isShown ? `(${line}) || [ $? = 1 ]` : line}`, place);
    if (!isShown || isExample || pattern(expected).test(plain(printed))) continue;
    throw new Error(`$ ${line}\nprinted\n${printed}\ninstead of\n${expected.join('\n')}`);
  }
}

function pattern(lines: readonly string[]): RegExp {
  const parts = lines.map((line) => (line.trim() === '…' ? '[^]*' : escapeRegExp(plain(line))));
  return new RegExp(`^\\s*${parts.join('\\s*')}\\s*$`);
}

function escapeRegExp(line: string): string {
  return line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function plain(printed: string): string {
  return printed.replace(/\d+(\.\d+)? m?s\b/g, '0 s').trimEnd();
}

/** Runs a command with a reader's programs in PATH. */
async function command(name: string, args: readonly string[], { folder, service }: Place): Promise<string> {
  const child = spawn(name, args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [join(here, 'bin'), process.env.PATH].join(delimiter),
      BLOCKS: here,
      CURL_HOME: here, // its .curlrc makes curl fail on HTTP errors
      ROOT: root,
      SVC_KEY: service.key,
      SVC_URL: service.origin,
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, faults, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status !== 0) throw new Error(`${args.at(-1)}\nended with ${status}\n${printed}\n${faults}`);
  return printed;
}
