import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { Console } from 'node:console';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../src/index.js';
import { pagesFolder } from './service.js';

/** The built command. */
const cli: string = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The result of a run of the command. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** A run of the command in progress. */
export interface Running {
  child: ChildProcess;
  output: Omit<Ended, 'code'>;
  ended: Promise<Ended>;
}

const state = mkdtempSync(join(tmpdir(), 'svc-command-'));
const started: ChildProcess[] = [];

/** Kills all started commands, and removes their state. */
export function endAll(): void {
  for (const child of started) child.kill('SIGKILL');
  rmSync(state, { recursive: true, force: true });
}

/**
 * Starts the built command with only PATH from the environment of this process.
 *
 * @param file path of the command
 */
export function start(args: readonly string[], env: Record<string, string> = {}, file: string = cli): Running {
  return track(
    spawn(process.execPath, [file, ...args], { env: { ...environmentOf(env) }, stdio: ['pipe', 'pipe', 'pipe'] }),
  );
}

/** Runs the built command until it exits. */
export function run(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  const { child, ended } = start(args, env);
  child.stdin?.end(input);
  return ended;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process until it ends, with the same environment, input and output as `run`. Starting a process
 * takes ten times the processor time, so only tests of the process itself do that: its end, signals, pipes and terminals.
 * Commands that run here share the streams of this process, so one runs after another.
 */
export function runHere(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  const ended = last.then(() => runAlone(args, env, input));
  last = ended.catch(() => {}); // the caller handles the error
  return ended;
}

async function runAlone(args: readonly string[], env: Record<string, string>, input: string): Promise<Ended> {
  const [out, err] = [collector(), collector()];
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  const restore = [
    replace(process, 'env', environmentOf(env)),
    replace(process, 'stdin', stdin),
    replace(process, 'stdout', out.stream),
    replace(process, 'stderr', err.stream),
    replace(globalThis, 'console', new Console(out.stream, err.stream)),
  ];
  try {
    return { code: await runCommand(args), out: out.text(), err: err.text() };
  } finally {
    for (const undo of restore) undo();
  }
}

/** Replaces a property, and returns a function that restores it. */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name)!;
  Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: true });
  return () => void Object.defineProperty(object, name, before);
}

/** A stream like that of a pipe, and the text written to it. */
function collector(): { stream: Writable; text(): string } {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part, _, done) {
      parts.push(part);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(parts).toString() };
}

/** Runs a shell command line in which `svc` is the built command. */
export function shell(line: string, env: Record<string, string> = {}): Promise<Ended> {
  const svc = `svc() { '${process.execPath}' '${cli}' "$@"; }`;
  return track(spawn('bash', ['--norc', '-c', `${svc}; ${line}`], { env: environmentOf(env) })).ended;
}

/** Runs the built command in a terminal of 80 columns, created by `script` from util-linux. */
export function onTerminal(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const quoted = [process.execPath, cli, ...args].map((word) => `'${word}'`).join(' ');
  const line = `script -qec "stty cols 80; ${quoted}" /dev/null`;
  return track(spawn('bash', ['--norc', '-c', line], { env: environmentOf({ TERM: 'xterm-256color', ...env }) })).ended;
}

/** Names of all settings, from the help of `svc serve`. */
export function settingNames(): string[] {
  const help = execFileSync(process.execPath, [cli, 'serve', '--help'], { encoding: 'utf8' });
  return [...help.matchAll(/^ {2}(SVC_\w+)/gm)].map(([, name = '']) => name);
}

function environmentOf(env: Record<string, string>): NodeJS.ProcessEnv {
  const own = { XDG_STATE_HOME: state, SVC_REPLAY_FOLDER: pagesFolder, SVC_ADAPTER: 'simulated', SVC_PORT: '0' };
  return { PATH: process.env.PATH, ...own, ...env };
}

function track(child: ChildProcess): Running {
  started.push(child);
  const output = { out: '', err: '' };
  child.stdout?.on('data', (data) => {
    output.out += data;
  });
  child.stderr?.on('data', (data) => {
    output.err += data;
  });
  return { child, output, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...output })) };
}
