import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { readConfig } from '../config/config.js';
import { settings } from '../config/settings.js';
import { startService, stopOnSignals } from '../main.js';
import { greeting } from './greeting.js';

/** Starts the service, with a key made for this run where the environment names none. */
export function serveCommand(): Command {
  return new Command('serve')
    .alias('start')
    .description('Start the service. It is configured by the environment.')
    .addHelpText('after', `\nEnvironment:\n${variables.join('\n')}`)
    .action(start);
}

const variables = Object.values(settings).map(
  ({ name, fallback, description }) => `  ${name}  (${fallback || 'not set'})\n      ${description}`,
);

async function start(): Promise<void> {
  const { env } = process;
  const madeKey =
    env.SVC_API_KEYS || env.SVC_KEYS_FILE || env.SVC_REDIS_URL ? undefined : `svc_${randomBytes(16).toString('hex')}`;
  const config = readConfig(madeKey ? { ...env, SVC_API_KEYS: madeKey } : env);
  const service = await startService(config, { startKey: madeKey });
  stopOnSignals(service);
  console.log(await greeting(config, { address: service.address, key: madeKey }));
}
