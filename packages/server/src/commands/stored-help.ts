import { readFileSync } from 'node:fs';

/** Width of the stored help in columns. */
export const storedHelpWidth = 80;

/**
 * The help that a call asks for, as stored by the build, so that it is printed without loading the program. Undefined for
 * other calls, for narrower terminals, and if no help is stored.
 *
 * @param file JSON with the help of each command by its path, `keys create`; '' for that of the program
 */
export function storedHelp(args: readonly string[], file: URL): string | undefined {
  const asked = rewriteHelpArguments(args);
  if (!['--help', '-h'].includes(asked.at(-1) ?? '') || (process.stdout.columns ?? storedHelpWidth) < storedHelpWidth)
    return;
  try {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
    const path = asked.slice(0, -1).join(' ');
    return Object.hasOwn(texts, path) ? texts[path] : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return; // the program prints its help
    throw error;
  }
}

/** Commands with subcommands, which `help` may follow. */
const groups: readonly string[] = ['keys', 'locations', 'completion'];

/**
 * Rewrites `help keys create` and `keys create help` to `keys create --help`. As the last word, `help` only counts if no
 * argument precedes it: `search beta.search help` searches for "help".
 */
export function rewriteHelpArguments(args: readonly string[]): readonly string[] {
  if (args[0] === 'help') return [...args.slice(1), '--help'];
  const deepest = groups.includes(args[0] ?? '') ? 3 : 2;
  const isHelp = args.at(-1) === 'help' && args.length > 1 && args.length <= deepest;
  return isHelp && !args.some((arg) => arg.startsWith('-')) ? [...args.slice(0, -1), '--help'] : args;
}
