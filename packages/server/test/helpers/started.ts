import type { Adapter, PageRequest } from '@svc/fetchers';
import { makePage } from '@svc/fixtures';
import { onTestFinished } from 'vitest';
import { type ServiceOptions, startService } from '../../src/index.js';
import { bytes, type Callers, configOf, key } from './service.js';

/** A response received over a connection, in the form of an injected one. */
interface Reply {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the body of any operation or error
  json(): any;
}

/** A running service on a port. */
export interface StartedService {
  address: string;
  /** Requests to the engines, in order. */
  requests: PageRequest[];
  /** Sends a request with a valid key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  remove(path: string, headers?: Record<string, string>): Promise<Reply>;
  stop(): Promise<void>;
}

interface StartOptions extends Pick<ServiceOptions, 'logTo'> {
  /** @default an engine that serves pages of the foundry, see `drawn` */
  adapter?: Adapter;
  env?: Record<string, string>;
  callers?: Callers;
}

/** Starts a complete service, including jobs, and stops it after the test. */
export async function startedService(options: StartOptions = {}): Promise<StartedService> {
  const service = await serviceOnPort(options);
  onTestFinished(() => service.stop());
  return service;
}

/** Starts a service that several tests share and must stop. */
export async function serviceOnPort({
  adapter = drawn(),
  env = {},
  callers,
  ...options
}: StartOptions): Promise<StartedService> {
  const requests: PageRequest[] = [];
  const recording: Adapter = (request, context) => {
    requests.push(request);
    return adapter(request, context);
  };
  const config = configOf({ SVC_PORT: '0', ...env }, callers);
  const { address, stop } = await startService(config, { adapter: recording, ...options });
  const send = (method: string, path: string, more: Record<string, string> = {}, body?: string) => {
    // Lets the service stop without waiting for idle connections.
    const headers = { connection: 'close', 'x-api-key': key, ...more };
    return reply(fetch(address + path, { method, headers, ...(body !== undefined && { body }) }));
  };
  return {
    address,
    requests,
    post: (path, body, headers) =>
      typeof body === 'string'
        ? send('POST', path, headers, body)
        : send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    get: (path, headers) => send('GET', path, headers),
    remove: (path, headers) => send('DELETE', path, headers),
    stop: () => stop(),
  };
}

async function reply(sent: Promise<Response>): Promise<Reply> {
  const response = await sent;
  const body = await response.text();
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body,
    json: () => JSON.parse(body),
  };
}

/**
 * An engine that serves small pages of the foundry.
 *
 * @param links links of the first rows of a page
 */
export function drawn(links: (request: PageRequest) => readonly string[] = () => []): Adapter {
  return async (request) => {
    const { operation, query, page } = request;
    const { body, truth } = makePage({ operation, query, page, seed: 'drawn', blocks: [], related: 0, traits: [] });
    const rows = truth.organic_results ?? [];
    const led = links(request).reduce((text, link, index) => text.replaceAll(rows[index]!.link, link), body);
    return { url: request.url, status: 200, headers: {}, body: bytes(led) };
  };
}
