import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file of the built package: threads run no TypeScript. */
export function builtFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/server/package.json')), 'dist', name);
}
