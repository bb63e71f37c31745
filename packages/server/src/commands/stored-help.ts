import { readFileSync } from 'node:fs';
import { withHelpAsOption } from './help-args.js';

/** Columns that the stored help is written for. */
export const storedColumns = 80;

/**
 * The help that a call asks for, as the build stored it, so that it appears without anything of the program being loaded.
 * Undefined for any other call, for a terminal that is narrower, and where nothing is stored.
 *
 * @param file JSON: the help of each command by its path, `keys create`; '' for the program's own
 */
export function storedHelp(args: readonly string[], file: URL): string | undefined {
  const asked = withHelpAsOption(args);
  if (!['--help', '-h'].includes(asked.at(-1) ?? '') || (process.stdout.columns ?? storedColumns) < storedColumns)
    return;
  try {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
    const path = asked.slice(0, -1).join(' ');
    return Object.hasOwn(texts, path) ? texts[path] : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return; // the program itself answers
    throw error;
  }
}
