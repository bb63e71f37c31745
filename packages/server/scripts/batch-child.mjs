// The process that the commands on batches load and kill.
import { readConfig, startService } from '@svc/server';

const { address } = await startService(readConfig(process.env));
process.on('message', () => {
  globalThis.gc?.();
  process.send(process.memoryUsage().heapUsed);
});
process.on('disconnect', () => process.exit(1));
process.send(address);
