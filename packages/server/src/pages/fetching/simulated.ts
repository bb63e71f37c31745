import { type Adapter, gatewayAdapter, httpAdapter } from '@svc/fetchers';
import { ConfigError } from '../../config/config.js';
import type { FetchingConfig } from '../../config/fetching.js';

/** Starts the simulator of the engines in this process and asks it over HTTP. Closing the adapter stops it. */
export async function openSimulated(): Promise<Adapter> {
  const { startSimulator } = await loadFixtures();
  const simulator = await startSimulator({ unref: true }); // a start that fails later is to end
  const http = httpAdapter();
  const adapter = gatewayAdapter({ address: simulator.origin, adapter: http });
  adapter.close = async () => {
    await http.close?.();
    await simulator.close();
  };
  return adapter;
}

/** The words that simulated engines heed; none where no engine is simulated. */
export async function wordsHeeded({
  adapter,
}: Pick<FetchingConfig, 'adapter'>): Promise<typeof import('@svc/fixtures').simulatorWords> {
  return adapter.includes('simulated') ? (await loadFixtures()).simulatorWords : [];
}

async function loadFixtures(): Promise<typeof import('@svc/fixtures')> {
  try {
    return await import('@svc/fixtures');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new ConfigError(['SVC_ADAPTER=simulated needs a package that is not installed: npm install @svc/fixtures']);
  }
}
