// The service process that the batch commands load and kill.
import { readConfig, startService } from '@svc/server';

const { address, stop } = await startService(readConfig(process.env));
process.on('message', (what) => {
  if (what === 'stop') return stop().then(() => process.exit());
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heap: heapUsed, rss });
});
process.on('disconnect', () => process.exit(1));
process.send(address);
