import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { makeProgram } from '../src/commands/program.js';

const introduction = `# The command line \`svc\`

Made from the program by \`test/cli-reference.test.ts\`, which fails where the two differ; \`vitest -u\` writes it anew. Every command answers
\`--help\`, \`help\` and \`--version\`. Results go to standard output, everything about them to standard error. Exit codes: 0 done, 1 failed,
2 called in a wrong way, 130 interrupted.
`;

test('CLI.md is what the commands say of themselves', async () => {
  const program = await makeProgram(() => true);
  const sections = commandsOf(program).map((command) => {
    command.configureHelp({ ...command.configureHelp(), helpWidth: 120 });
    return `## ${pathOf(command)}\n\n\`\`\`text\n${command.helpInformation().trimEnd()}\n\`\`\`\n`;
  });
  await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot('../CLI.md');
});

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap((child) => commandsOf(child))];
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
