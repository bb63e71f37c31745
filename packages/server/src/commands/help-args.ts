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
