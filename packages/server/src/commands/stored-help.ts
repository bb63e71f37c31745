import { readFileSync } from 'node:fs';

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

/** Names of the commands that have commands below them, which `help` may follow. */
const groups: readonly string[] = ['keys', 'locations', 'completion'];

/**
 * `help keys create` and `keys create help` as `keys create --help`. As a last word it asks for help only where nothing
 * else is given: `search beta.search help` searches for it.
 */
export function withHelpAsOption(args: readonly string[]): readonly string[] {
  if (args[0] === 'help') return [...args.slice(1), '--help'];
  const deepest = groups.includes(args[0] ?? '') ? 3 : 2;
  const isHelp = args.at(-1) === 'help' && args.length > 1 && args.length <= deepest;
  return isHelp && !args.some((arg) => arg.startsWith('-')) ? [...args.slice(0, -1), '--help'] : args;
}
