import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Adapter,
  type AdapterChain,
  browserAdapter,
  type ChainStep,
  chainAdapter,
  FetchError,
  gatewayAdapter,
  httpAdapter,
  impitAdapter,
  parseUrl,
  recordAdapter,
  replayAdapter,
  type UnblockerDescription,
  unblockerAdapter,
} from '@svc/fetchers';
import { landmarks } from '@svc/parsers';
import { ConfigError } from '../../config/config.js';
import type { BrowserConfig, FetchingConfig, UnblockerConfig } from '../../config/fetching.js';
import { messageWithoutCredentials, withoutCredentials } from '../../config/without-credentials.js';

export type AdapterConfig = FetchingConfig & BrowserConfig & UnblockerConfig;

/**
 * Opens the adapters of a configuration. Throws a `ConfigError` for a package that is not installed and for a module without
 * an adapter.
 *
 * @param onFault called when a page could not be recorded
 */
export async function openAdapter(config: AdapterConfig, onFault: (error: unknown) => void): Promise<AdapterChain> {
  const steps = await Promise.all(config.adapter.map((way) => openStep(way, config, onFault)));
  const [first, ...others] = steps;
  if (first === undefined) throw new ConfigError(['SVC_ADAPTER must name an adapter']);
  return chainAdapter([first, ...others]);
}

async function openStep(way: string, config: AdapterConfig, onFault: (error: unknown) => void): Promise<ChainStep> {
  const adapter = await openWay(way, config);
  const { recordFolder: folder } = config;
  const isDirect = way === 'unblocker';
  return {
    name: way,
    isDirect,
    adapter: folder === '' ? adapter : recordAdapter({ adapter, folder, secrets: secretsIn(config), onFault }),
  };
}

/** Secrets that adapters of a configuration send, which saved pages must not contain. */
export function secretsIn({ unblockerKey, gateway, browserCdpUrl }: AdapterConfig): string[] {
  return [unblockerKey, ...[gateway, browserCdpUrl].flatMap(credentialsIn)];
}

/** Secrets in the address of a gateway or a browser, which captures must not contain: user, password, values of parameters. */
function credentialsIn(address: string): string[] {
  const { username = '', password = '', searchParams } = parseUrl(address) ?? {};
  return [username, password, `${username}:${password}`, ...(searchParams?.values() ?? [])];
}

async function openWay(way: string, config: AdapterConfig): Promise<Adapter> {
  try {
    return await (makers[way]?.(config) ?? importAdapter(way));
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new ConfigError([`SVC_ADAPTER=${way} cannot be used: ${error.message}`]);
  }
}

const makers: Readonly<Record<string, (config: AdapterConfig) => Adapter | Promise<Adapter>>> = {
  simulated: openSimulated,
  replay: ({ replayFolder }) => replayAdapter({ folder: replayFolder }),
  http: (config) => throughGateway(httpAdapter(), config),
  impit: (config) => throughGateway(impitAdapter(), config),
  browser: (config) => throughGateway(browserAdapter(browserOptions(config)), config),
  unblocker: openUnblocker,
};

function browserOptions(config: BrowserConfig): Parameters<typeof browserAdapter>[0] {
  const { browserPath, browserCdpUrl, browserSandbox, browserPages, browserRecycleAfter } = config;
  return {
    ...(browserPath === '' ? { cdpUrl: browserCdpUrl } : { executablePath: browserPath }),
    sandbox: browserSandbox,
    maxPages: browserPages,
    recycleAfter: browserRecycleAfter,
    landmarks,
  };
}

function throughGateway(adapter: Adapter, { gateway }: FetchingConfig): Adapter {
  if (gateway === '') return adapter;
  try {
    return gatewayAdapter({ address: gateway, adapter });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new ConfigError([`SVC_GATEWAY cannot be used: ${error.message}`]);
  }
}

async function openUnblocker({ unblockerFile, unblockerKey: key }: UnblockerConfig): Promise<Adapter> {
  const description = readDescription(await readFile(unblockerFile, 'utf8'));
  if (description !== undefined) return unblockerAdapter({ description, key });
  throw new ConfigError([`SVC_UNBLOCKER_FILE must contain a JSON object; "${unblockerFile}" does not`]);
}

function readDescription(text: string): UnblockerDescription | undefined {
  try {
    const description: unknown = JSON.parse(text);
    return typeof description === 'object' && description !== null ? description : undefined;
  } catch {
    return undefined; // the caller reports the name of the file
  }
}

/** The default export of a module of the operator, which must be an adapter. */
async function importAdapter(path: string): Promise<Adapter> {
  const { default: adapter } = await loadModule(path);
  if (typeof adapter === 'function') return adapter as Adapter;
  throw new ConfigError([
    `SVC_ADAPTER must name a module whose default export is an adapter; that of "${path}" is not one`,
  ]);
}

async function loadModule(path: string): Promise<{ default?: unknown }> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
  } catch (error) {
    const why = messageWithoutCredentials(String(error));
    throw new ConfigError([`SVC_ADAPTER names a module that cannot be loaded: "${withoutCredentials(path)}" (${why})`]);
  }
}

/** Starts the simulator of the engines in this process and requests pages from it over HTTP. Closing the adapter stops it. */
async function openSimulated(): Promise<Adapter> {
  const { startSimulator } = await loadFixtures();
  const simulator = await startSimulator({ unref: true }); // the process can exit if the start fails later
  const http = httpAdapter();
  const adapter = gatewayAdapter({ address: simulator.origin, adapter: http });
  adapter.close = async () => {
    await http.close?.();
    await simulator.close();
  };
  return adapter;
}

/** Words that simulated engines react to; none if the engines are not simulated. */
export async function loadSimulatorWords({
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
