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

/** Where a block runs, and against what. */
export interface Place {
  /** A folder as a reader has it. */
  folder: string;
  service: Service;
  /** Run its programs, where they need no process of their own. */
  runners?: Readonly<Record<'js' | 'python', Runner>>;
}

/** Languages of blocks that are programs or commands. The others are data and drawings. */
export const runnable: readonly string[] = ['js', 'ts', 'sh', 'console', 'python'];

/** Runs a block as a reader would type it, and fails with its output if it fails. */
export async function runBlock(block: Block, place: Place): Promise<void> {
  const filled = fillIn(block.text, place.service);
  const text = filled.includes('{id}') ? filled.replaceAll('{id}', await newJob(place.service)) : filled;
  const typed = { ...block, text };
  if (block.answers) await refused(typed, place);
  else if (block.language === 'sh') await shell(typed.text, place);
  else if (block.language === 'console') await session(typed, place);
  else if (block.language === 'python') await python(typed, place);
  else await program(typed, place);
}

/** The documents have the port of the default settings and a placeholder for the key. */
function fillIn(source: string, { origin, key, redis = documentedRedis }: Service): string {
  return source
    .replaceAll('http://127.0.0.1:8080', origin)
    .replaceAll(documentedRedis, redis)
    .replaceAll('<API_KEY>', key);
}

/** The id of a batch that was just given. */
async function newJob({ origin, key }: Service): Promise<string> {
  const response = await fetch(`${origin}/api/v1/batches`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body: '{"id":"a","operation":"gamma.search","query":"how do tides work"}\n',
  });
  return ((await response.json()) as { id: string }).id;
}

/** Whether it needs a Redis. */
export function needsRedis({ text: source }: Block): boolean {
  return source.includes(documentedRedis);
}

/** A request that shows an error: curl fails (22), and the body says which it is. */
async function refused({ text: typed, answers }: Block, place: Place): Promise<void> {
  const printed = await shell(`(${typed.trimEnd()}) || [ $? = 22 ]`, place);
  if (!printed.includes(`"status":${answers},`)) throw new Error(`not answered with ${answers}:\n${printed}`);
}

async function shell(script: string, place: Place): Promise<string> {
  const printed = await command('bash', ['-euo', 'pipefail', '-c', script], place);
  if (script.includes('/mcp') && refusedCall.test(printed)) throw new Error(`${script}\nwas refused:\n${printed}`);
  return printed;
}

/** A call over MCP that fails is answered with status 200. */
const refusedCall = /"jsonrpc":"2\.0".{0,40}"error":|"isError":true/;

/** A module; one that begins with a comment of its file's name is saved under it, and run by vitest if it is a test. */
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
  if (!name) await (place.runners?.js.run(join(place.folder, file)) ?? command(process.execPath, [file], place));
  else if (/\.test\.[jt]s$/.test(name)) await command('npx', ['vitest', 'run', file], place);
}

async function python({ line, text: source }: Block, place: Place): Promise<void> {
  const file = `block-${line}.py`;
  writeFileSync(join(place.folder, file), source);
  await (place.runners?.python.run(join(place.folder, file)) ?? command('python3', [file], place));
}

/**
 * Commands after `$ `, each with what it prints. Times do not count, and a line `…` stands for any lines. One that is shown
 * with its output may find fault (status 1); one that does not understand what was typed (2) fails.
 */
async function session({ text: typed, isExample }: Block, place: Place): Promise<void> {
  for (const [line = '', ...expected] of typed
    .split(/^\$ /m)
    .slice(1)
    .map((part) => part.trimEnd().split('\n'))) {
    const isShown = expected.length > 0;
    const printed = await shell(`exec 2>&1; ${isShown ? `(${line}) || [ $? = 1 ]` : line}`, place);
    if (!isShown || isExample || pattern(expected).test(plain(printed))) continue;
    throw new Error(`$ ${line}\nprinted\n${printed}\nand not\n${expected.join('\n')}`);
  }
}

function pattern(lines: readonly string[]): RegExp {
  const parts = lines.map((line) => (line.trim() === '…' ? '[^]*' : literally(plain(line))));
  return new RegExp(`^\\s*${parts.join('\\s*')}\\s*$`);
}

function literally(line: string): string {
  return line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function plain(printed: string): string {
  return printed.replace(/\d+(\.\d+)? m?s\b/g, '0 s').trimEnd();
}

/** Runs a command with a reader's programs on the path. */
async function command(name: string, args: readonly string[], { folder, service }: Place): Promise<string> {
  const child = spawn(name, args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [join(here, 'bin'), process.env.PATH].join(delimiter),
      BLOCKS: here,
      CURL_HOME: here, // its .curlrc lets curl fail where a request is refused
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
