import { execFileSync } from 'node:child_process';
import { median } from './measure.js';

/** The cost of depending on `@svc/parsers`. */
export interface PackageCosts {
  /** Milliseconds that a new process takes to import it. */
  readonly coldStart: number;
  /** Download size in bytes. */
  readonly packed: number;
  /** Installed size in bytes, without dependencies. */
  readonly unpacked: number;
  readonly files: number;
}

const rounds = 15;

export function packageCosts(): PackageCosts {
  const folder = new URL('../../parsers', import.meta.url).pathname;
  const answer = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const [{ size, unpackedSize, entryCount }] = JSON.parse(answer);
  return { coldStart: coldStart(), packed: size, unpacked: unpackedSize, files: entryCount };
}

function coldStart(): number {
  const code = `const start = performance.now(); await import('@svc/parsers'); console.log(performance.now() - start)`;
  const cwd = new URL('..', import.meta.url).pathname;
  const times = Array.from({ length: rounds }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' })),
  );
  return median(times);
}
