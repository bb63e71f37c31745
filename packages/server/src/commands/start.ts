import { randomBytes } from 'node:crypto';
import { ConfigError, readConfig } from '../config/config.js';
import { settings } from '../config/settings.js';
import { startService, stopOnSignals } from '../main.js';
import { type Command, wrongCall } from './command.js';
import { greeting } from './greeting.js';

const variables = Object.values(settings).map(
  ({ name, fallback, description }) => `  ${name}  (${fallback || 'not set'})\n      ${description}`,
);

/** Starts the service, with a key made for this run where the environment names none. */
export const start: Command = {
  help: `svc start\n\nStarts the service. It is configured by the environment:\n\n${variables.join('\n')}`,
  async run(args) {
    if (args.length > 0) return wrongCall;
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
  },
};
