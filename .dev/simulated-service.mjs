// The built service of this repository with simulated engines, for calls from other programs.
import { startSimulator } from '../fixtures/dist/index.js';
import { readConfig, startService } from '../packages/server/dist/index.js';

/** Starts both on free ports. `compat` lists the enabled dialects. */
export async function startSimulatedService({ key, compat }) {
  const simulator = await startSimulator();
  const service = await startService(
    readConfig({
      SVC_ADAPTER: 'http',
      SVC_GATEWAY: simulator.origin,
      SVC_PORT: '0',
      SVC_API_KEYS: key,
      SVC_LOG_LEVEL: 'silent',
      SVC_CIRCUIT_FAILURES: '0',
      SVC_ATTEMPTS: '1',
      SVC_RATE_LIMIT: '100000',
      SVC_CPU_BACKLOG: '0',
      SVC_COMPAT: compat,
      SVC_COMPAT_HOSTS: 'serpapi.com=serpapi',
    }),
  );
  return {
    simulator,
    address: service.address,
    async stop() {
      await service.stop();
      await simulator.close();
    },
  };
}
