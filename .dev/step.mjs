// Runs a step before a script: with its output, or silently with one line of progress. If a silent step fails, its
// output is shown and the process exits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './served.mjs';

const isTerminal = process.stderr.isTTY === true;
const clearLine = '\r\u001B[K';

/** Runs a command silently. */
export async function step(label, command, args) {
  const output = [];
  const stop = showProgress(label);
  const code = await run(command, args, ['ignore', 'pipe', 'pipe'], (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  });
  stop();
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  console.error(`${label} failed: ${command} ${args.join(' ')} ended with ${code}`);
  process.exit(code);
}

/** Runs a command with its output. */
export async function stepLoudly(_label, command, args) {
  const code = await run(command, args, 'inherit');
  if (code !== 0) process.exit(code);
}

async function run(command, args, stdio, onStart = () => {}) {
  const child = spawn(command, args, { cwd: root, stdio, shell: process.platform === 'win32' });
  // Ctrl-C reaches the child too; this process waits for it and exits with its code.
  const wait = () => {};
  process.on('SIGINT', wait);
  onStart(child);
  try {
    const [code, signal] = await once(child, 'close');
    return signal === null ? code : 130;
  } catch (error) {
    console.error(`${command} could not be started: ${error.message}`);
    return 1;
  } finally {
    process.off('SIGINT', wait);
  }
}

/** One line, with the elapsed seconds on a terminal. */
function showProgress(label) {
  if (!isTerminal) {
    console.error(`${label} …`);
    return () => {};
  }
  const began = Date.now();
  const show = () => process.stderr.write(`${clearLine}${label} … ${Math.round((Date.now() - began) / 1000)} s`);
  show();
  const timer = setInterval(show, 500);
  return () => {
    clearInterval(timer);
    process.stderr.write(clearLine);
  };
}
