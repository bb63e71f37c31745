import { AggregatorRegistry } from 'prom-client';
import { ConfigError, readConfig } from './config/config.js';
import { startService } from './main.js';
import { createMetrics } from './observe/metrics.js';
import { createCalls } from './workers/calls.js';
import { type Channel, type FromPrimary, type FromWorker, isOurs, startKeyName } from './workers/messages.js';
import { remoteState } from './workers/remote-state.js';
import { shareOfWorker } from './workers/share.js';

/**
 * One of the processes of a service that has several, started by `startCluster`. A terminal sends its SIGINT to all of them:
 * the primary says when to stop. On SIGTERM this one alone stops, and is replaced.
 */
const toPrimary: Channel<FromWorker, FromPrimary> = {
  send: (message) => void process.send?.(message),
  onMessage(listener) {
    process.on('message', (message: unknown) => {
      if (isOurs(message)) listener(message as FromPrimary);
    });
  },
};

process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(1)); // the primary has died, and what this process shares with it

try {
  const config = shareOfWorker(readConfig(process.env));
  const calls = createCalls(toPrimary);
  const own = createMetrics();
  new AggregatorRegistry(); // listens for the primary, which asks for what this process has counted
  AggregatorRegistry.setRegistries(own.registry);
  const metrics = { ...own, text: async () => String(await calls.call('metrics', [])) };
  const shared = config.redisUrl === '' ? { state: remoteState(calls, config) } : undefined;
  const service = await startService(config, {
    metrics,
    startKey: process.env[startKeyName],
    ...(shared && { shared }),
  });
  const stop = () => void service.stop().finally(() => process.exit(0));
  process.once('SIGTERM', stop);
  toPrimary.onMessage(({ svc }) => {
    if (svc === 'stop') stop();
  });
  const { address, operatorAddress } = service;
  toPrimary.send({ svc: 'listening', address, operatorAddress });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.send?.({ svc: 'failed', faults: error.faults } satisfies FromWorker, () => process.exit(1));
}
