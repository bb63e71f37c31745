// Writes CLI.md, the reference of the command line, of what the built program says of itself:
//
//   pnpm --filter @svc/server cli-reference
//
// With --check it only compares, and fails where the two differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { makeProgram } from '../dist/commands/program.js';

const introduction = `# The command line \`svc\`

Made from the program by \`pnpm --filter @svc/server cli-reference\`. Every command answers \`--help\`, \`help\` and \`--version\`. Results go
to standard output, everything about them to standard error. Exit codes: 0 done, 1 failed, 2 called in a wrong way, 130 interrupted.
`;

const sections = commandsOf(await makeProgram(() => true)).map((command) => {
  command.configureHelp({ ...command.configureHelp(), helpWidth: 120 });
  return `## ${pathOf(command)}\n\n\`\`\`text\n${command.helpInformation().trimEnd()}\n\`\`\`\n`;
});
const file = new URL('../CLI.md', import.meta.url);
const reference = [introduction, ...sections].join('\n');
if (!process.argv.includes('--check')) writeFileSync(file, reference);
else if (readFileSync(file, 'utf8') !== reference)
  throw new Error('CLI.md is not what the commands say; write it anew');

function commandsOf(command) {
  return [command, ...command.commands.flatMap(commandsOf)];
}

function pathOf(command) {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
