import { fileURLToPath } from 'node:url';
import { type Adapter, includedPlaces, type PageRequest, type RawPage, replayAdapter } from '@svc/fetchers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import {
  type ApiKey,
  type AppParts,
  type Config,
  createApp,
  createLifecycle,
  createMetrics,
  readConfig,
} from '../../src/index.js';

/** A key that the service under test accepts, and a disabled one. */
export const key = 'test-key-of-the-service';
export const disabledKey = 'test-key-switched-off';

/** Folder of the captured pages. */
export const pagesFolder: string = fileURLToPath(new URL('../../../../fixtures/pages', import.meta.url));

/** A minimal environment for starting a service. */
export const environment: Readonly<Record<string, string>> = {
  SVC_API_KEYS: key,
  SVC_DISABLED_API_KEYS: disabledKey,
  SVC_REPLAY_FOLDER: pagesFolder,
  SVC_LOG_LEVEL: 'silent',
  SVC_RATE_LIMIT: '100000',
  SVC_ATTEMPTS: '1',
  SVC_CPU_BACKLOG: '0', // other tests use the processor too
};

/** Serves captured pages; their folders are read once for all tests. */
const replay: Adapter = replayAdapter({ folder: pagesFolder });

/** Answers every request with the same body. */
export function always(body: string | Uint8Array, page: Partial<RawPage> = {}): Adapter {
  return async ({ url }) => ({ url, status: 200, headers: {}, body: bytes(body), ...page });
}

/** The bytes of a page body. */
export function bytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** A service under test. */
export interface TestService extends AppParts {
  app: FastifyInstance;
  /** Requests to the engines, in order. */
  requests: PageRequest[];
  /** Sends a search with a valid key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

interface TestOptions extends Partial<Omit<AppParts, 'config'>> {
  adapter?: Adapter;
  env?: Record<string, string>;
  callers?: Callers;
}

/** Decides whether the processor has capacity for a request. */
export type LoadShedder = NonNullable<AppParts['loadShedder']>;

/** Keys that replace those of the environment, each with the properties that differ from the default. */
export type Callers = Readonly<Record<string, Partial<ApiKey>>>;

/** The configuration of a service under test. */
export function configOf(env: Record<string, string> = {}, callers?: Callers): Config {
  const config = readConfig({ ...environment, ...env });
  if (callers === undefined) return config;
  const { apiKeys } = readConfig({ ...environment, SVC_API_KEYS: Object.keys(callers).join(',') });
  return { ...config, apiKeys: Object.values(callers).map((more, index) => ({ ...apiKeys[index]!, ...more })) };
}

/** Creates a service that does not listen on a port. */
export function testService({ adapter = replay, env, callers, ...options }: TestOptions = {}): TestService {
  const requests: PageRequest[] = [];
  const recording: Adapter = (request, context) => {
    requests.push(request);
    return adapter(request, context);
  };
  const parts: AppParts = {
    config: configOf(env, callers),
    fetcher: recording,
    places: includedPlaces(),
    metrics: createMetrics(),
    lifecycle: createLifecycle(),
    ...options,
  };
  const app = createApp(parts);
  return {
    ...parts,
    app,
    requests,
    post: (url, payload, headers) =>
      app.inject({ method: 'POST', url, payload: payload as object, headers: { 'x-api-key': key, ...headers } }),
    get: (url, headers) => app.inject({ method: 'GET', url, headers: { 'x-api-key': key, ...headers } }),
  };
}
