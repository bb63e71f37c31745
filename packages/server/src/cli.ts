#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { greeting } from './commands/greeting.js';
import { ConfigError, readConfig } from './config/config.js';
import { settings } from './config/settings.js';
import { startService, stopOnSignals } from './main.js';

const usage = `Usage: svc start

Starts the service. It is set up by the environment:

${Object.values(settings)
  .map(({ name, fallback, description }) => `  ${name}  (${fallback || 'not set'})\n      ${description}`)
  .join('\n')}
`;

process.exitCode = await run(process.argv.slice(2));

/** Runs a command and returns the exit code for it; a service that was started keeps the process alive. */
async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (rest.length > 0 || (command !== 'start' && command !== '--help')) {
    console.error(usage);
    return 2;
  }
  if (command === '--help') {
    console.log(usage);
    return 0;
  }
  return start();
}

async function start(): Promise<number> {
  const madeKey = process.env.SVC_API_KEYS ? undefined : `svc_${randomBytes(16).toString('hex')}`;
  try {
    const config = readConfig(madeKey ? { ...process.env, SVC_API_KEYS: madeKey } : process.env);
    const service = await startService(config);
    stopOnSignals(service);
    console.log(await greeting(config, { address: service.address, key: madeKey }));
    return 0;
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    return 1;
  }
}
