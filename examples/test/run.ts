import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The result of a program. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** The folder of the examples. */
export const examples: string = fileURLToPath(new URL('../', import.meta.url));

/** Runs a program of this folder as a reader would, with only PATH from the environment of this process. */
export async function run(
  [program, ...args]: readonly [program: string, ...args: string[]],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const command = program.endsWith('.py') ? 'python3' : process.execPath;
  const child = spawn(command, [program, ...args], {
    cwd: examples,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, out, err };
}

/** The output of a program that exits with 0. */
export async function printed(...given: Parameters<typeof run>): Promise<string> {
  const { code, out, err } = await run(...given);
  if (code !== 0) throw new Error(`${given[0].join(' ')} ended with ${code}\n${out}\n${err}`);
  return out;
}
