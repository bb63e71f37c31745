// The measured service. Its settings are sent as a message, since many keys exceed the limit of an environment.
import { once } from 'node:events';
import { readConfig, startService } from '@svc/server';
import { mainThreadTimes, processCpuTime } from './machine.mjs';

process.on('disconnect', () => process.exit(1));
const [settings] = await once(process, 'message');
const { address } = await startService(readConfig(settings));
process.on('message', () => {
  process.send({ cpu: processCpuTime(), ...mainThreadTimes(), rss: process.memoryUsage.rss() });
});
process.send({ address });
