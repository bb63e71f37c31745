import { Command } from 'commander';
import { styleOf } from '../observe/terminal-text.js';
import { CommandError, interruptible } from './command.js';
import { runChecks } from './doctor/examine.js';
import type { Finding, Verdict } from './doctor/finding.js';

/** Checks one by one everything that a service needs. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check that the configuration works, with advice where it does not.')
    .option('--json', 'print the findings as JSON')
    .option('--no-search', 'skip the test search, which uses SVC_ADAPTER')
    .addHelpText('after', '\nExit code: 0 if everything needed works, otherwise 1.')
    .action(run);
}

const marks: Readonly<Record<Verdict, string>> = { ok: '✓', warning: '!', failed: '✗' };

async function run({ json, search }: { json?: true; search: boolean }): Promise<void> {
  const style = styleOf(process.stdout);
  const dress = { ok: style.good, warning: style.warn, failed: style.bad };
  const show = ({ check, verdict, message, advice }: Finding) => {
    const way = advice === undefined ? '' : `\n  ${' '.repeat(12)}${style.dim(`→ ${advice}`)}`;
    console.log(`${dress[verdict](marks[verdict])} ${check.padEnd(12)}${message}${way}`);
  };
  const found = await interruptible(async (signal) => {
    const all: Finding[] = [];
    for await (const finding of runChecks({ env: process.env, withSearch: search, signal })) {
      all.push(finding);
      if (!json) show(finding);
    }
    return all;
  });
  if (json) console.log(JSON.stringify(found, null, 2));
  const failed = found.filter(({ verdict }) => verdict === 'failed').length;
  if (failed > 0) throw new CommandError(json ? '' : `${failed} ${failed === 1 ? 'check' : 'checks'} failed`);
}
