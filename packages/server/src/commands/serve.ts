import { Command, Option } from 'commander';
import { startCluster } from '../cluster.js';
import { ConfigError, readConfig } from '../config/config.js';
import { adapterNames, withDefaultAdapter } from '../config/fetching.js';
import { isLoopback } from '../config/listening.js';
import { settings, settingsBySubject, unknownVariableWarnings } from '../config/settings.js';
import { startService, stopOnSignals } from '../main.js';
import { terminalStyleOf } from '../observe/terminal-text.js';
import { offerValues } from './offered-values.js';
import {
  createSingleRunKey,
  formatStartMessage,
  loadOrCreateQuickStartKey,
  type QuickStartKey,
  quickStartKeyFile,
  singleRunKeyFile,
} from './quick-start.js';

/** Settings that also have a flag, which takes precedence. */
const flags = { host: settings.host, port: settings.port, adapter: settings.adapter };

/** Starts the service, with a generated key if the environment configures none. */
export function serveCommand(): Command {
  const serve = new Command('serve')
    .alias('start')
    .description('Start the service. Environment variables configure it.')
    .addHelpText('after', environmentHelp)
    .action(start);
  for (const [flag, { name, description }] of Object.entries(flags)) {
    const option = new Option(`--${flag} <${flag}>`, description.replaceAll('`', '')).env(name);
    serve.addOption(offerValues(option, { values: flag === 'adapter' ? adapterNames : [] }));
  }
  return serve;
}

/** Lists all variables by subject. */
function environmentHelp(): string {
  const subjects = Object.entries(settingsBySubject).map(([subject, ofSubject]) => {
    const lines = Object.values(ofSubject).map(
      ({ name, fallback, description }) =>
        `  ${name}${fallback === '' ? '' : ` (${fallback})`}\n${wrapped(description, 6)}`,
    );
    return `${subject}:\n${lines.join('\n')}`;
  });
  return `\nEnvironment variables by subject, with their defaults:\n\n${subjects.join('\n\n')}`;
}

/** Wraps text at 80 characters. */
function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (indent + line.length + word.length < 80) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${' '.repeat(indent)}${line}`).join('\n');
}

type Flags = { [Flag in keyof typeof flags]?: string };

/** Keeps the service running when its output cannot be written: on a full disk, or without a reader. */
function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.removeAllListeners('error'); // other commands end then
    output.on('error', () => undefined);
  }
}

async function start(given: Flags): Promise<void> {
  const named = Object.entries(flags).map(([flag, { name }]) => [name, given[flag as keyof Flags] ?? '']);
  const env = withDefaultAdapter({ ...process.env, ...Object.fromEntries(named) });
  const host = env.SVC_HOST || settings.host.fallback;
  const hasKeys = env.SVC_API_KEYS || env.SVC_KEYS_FILE || env.SVC_REDIS_URL;
  const made = hasKeys ? undefined : await keyFor(host);
  if (made !== undefined && made.file === undefined && !process.stdout.isTTY) throw unreported();
  const withKey = made ? { ...env, SVC_API_KEYS: made.key } : env;
  const config = readConfig(withKey);
  ignoreOutputErrors();
  const service =
    config.workers > 1
      ? await startWorkers(config, { env: withKey })
      : await startService(config, { warnings: [...unknownVariableWarnings(withKey).values()] });
  stopOnSignals(service);
  console.log(
    await formatStartMessage(config, {
      address: service.address,
      made,
      style: terminalStyleOf(process.stdout),
      isTerminal: process.stdout.isTTY === true,
    }),
  );
}

/** Starts several processes; SIGHUP replaces them one by one. */
async function startWorkers(...given: Parameters<typeof startCluster>): ReturnType<typeof startCluster> {
  const service = await startCluster(...given);
  process.on('SIGHUP', () => void service.restart());
  return service;
}

/** A key that stays the same across starts if only this machine can use it, otherwise one for this run. */
function keyFor(host: string): Promise<QuickStartKey> {
  return isLoopback(host) ? loadOrCreateQuickStartKey(quickStartKeyFile()) : createSingleRunKey(singleRunKeyFile());
}

/** The error for a generated key that nobody would see: without a terminal it is not printed, to keep it out of logs. */
function unreported(): ConfigError {
  return new ConfigError([
    'SVC_API_KEYS must contain at least one key: the generated key could not be saved to a file, and there is no terminal to show it on',
  ]);
}
