import { type Simulator, startSimulator } from '@svc/fixtures';
import { readConfig, startService as startServer } from '@svc/server';

/** A service with simulated engines, as used by the examples. */
export interface Service {
  env: { SVC_URL: string; SVC_KEY: string };
  simulator: Simulator;
  stop(): Promise<void>;
}

const key = 'key-of-the-examples';

export async function startService(): Promise<Service> {
  const simulator = await startSimulator();
  const service = await startServer(
    readConfig({
      SVC_ADAPTER: 'http',
      SVC_GATEWAY: simulator.origin,
      SVC_PORT: '0',
      SVC_API_KEYS: key,
      SVC_LOG_LEVEL: 'silent',
      SVC_ATTEMPTS: '1',
      SVC_CIRCUIT_FAILURES: '0',
      SVC_CPU_BACKLOG: '0',
      SVC_RATE_LIMIT: '100000',
      SVC_COMPAT: 'serpapi,serper,searxng',
    }),
  );
  return {
    env: { SVC_URL: service.address, SVC_KEY: key },
    simulator,
    async stop() {
      await service.stop();
      await simulator.close();
    },
  };
}
