import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Service } from './service.js';

/** A process that runs many programs one after another, so that libraries are loaded once. */
export interface Runner {
  /** Runs a program in its folder; rejects with the error that it throws. */
  run(file: string): Promise<void>;
  stop(): Promise<void>;
}

const commands: Readonly<Record<'js' | 'python', readonly [name: string, script: string]>> = {
  js: [process.execPath, 'run-modules.mjs'],
  python: ['python3', 'run-modules.py'],
};

export function startRunner(language: keyof typeof commands, { key, origin }: Service): Runner {
  const [name, script] = commands[language];
  const child = spawn(name, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, SVC_KEY: key, SVC_URL: origin },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const results = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const run = async (file: string) => {
    child.stdin.write(`${file}\n`);
    const { value, done } = await results.next();
    if (done) throw new Error(`${name} ended while it ran ${file}`);
    const { error } = JSON.parse(value) as { error?: string | null };
    if (error) throw new Error(error);
  };
  return {
    run(file) {
      const result = last.then(() => run(file));
      last = result.catch(() => {}); // the caller handles the error, and the next program runs anyway
      return result;
    },
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
