// Writes CLI.md, the reference of the command line, from the help of the built program:
//
//   pnpm --filter @svc/server cli-reference
//
// With --check it only compares, and fails if the file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { makeProgram } from '../dist/commands/program.js';

const introduction = `# The command line \`svc\`

Generated from the program by \`pnpm --filter @svc/server cli-reference\`. Every command accepts \`--help\`, \`help\` and \`--version\`.
Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
`;

const sections = commandsOf(await makeProgram(() => true)).map((command) => {
  command.configureHelp({ ...command.configureHelp(), helpWidth: 120 });
  return `## ${pathOf(command)}\n\n\`\`\`text\n${command.helpInformation().trimEnd()}\n\`\`\`\n`;
});
const file = new URL('../CLI.md', import.meta.url);
const reference = [introduction, ...sections].join('\n');
if (!process.argv.includes('--check')) writeFileSync(file, reference);
else if (readFileSync(file, 'utf8') !== reference)
  throw new Error('CLI.md differs from the help of the commands; run the script again');

function commandsOf(command) {
  return [command, ...command.commands.flatMap(commandsOf)];
}

function pathOf(command) {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
