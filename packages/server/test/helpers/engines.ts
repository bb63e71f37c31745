import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { type SimulatedRequest, type Simulator, type SimulatorOptions, startSimulator } from '@svc/fixtures';
import { type Endpoint, readConfig, startService } from '../../src/index.js';
import { environment, key } from './service.js';

/** A response of the service, with the requests made to the engines for it. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the body of any operation or error
  body: any;
  /** Requests to the engines for the same operation and query. */
  requests: SimulatedRequest[];
}

/** A service on a port, with simulated engines. */
export interface Engines {
  simulator: Simulator;
  /** The URL of the service. */
  address: string;
  /** Sends a search over a connection. Each test must use its own queries, as requests are found by query. */
  ask(
    endpoint: Endpoint,
    body: { query: string; [name: string]: unknown },
    extras?: string,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Sends a search and closes the connection after this many milliseconds. */
  leave(endpoint: Endpoint, body: { query: string }, after: number): Promise<void>;
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

/** Starts simulated engines and a service that uses them. */
export async function startEngines(env: Record<string, string> = {}, options: SimulatorOptions = {}): Promise<Engines> {
  const simulator = await startSimulator(options);
  const gateway = { SVC_ADAPTER: 'http', SVC_GATEWAY: simulator.origin, SVC_PORT: '0' };
  const service = await startService(readConfig({ ...environment, ...gateway, ...env }));
  const agent = new Agent({ keepAlive: true });
  return {
    simulator,
    address: service.address,
    async ask({ name, path }, body, extras = '', more = {}) {
      const { status, headers, body: answered } = await post(agent, service.address + path + extras, { body, more });
      const requests = simulator.requests.filter(({ operation, query }) => operation === name && query === body.query);
      return { status, headers, body: answered, requests };
    },
    leave: ({ path }, body, after) => leaveAfter(service.address + path, body, after),
    metrics: async () => (await fetch(`${service.address}/metrics`)).text(),
    async close() {
      agent.destroy();
      await service.stop();
      await simulator.close();
    },
  };
}

function post(
  agent: Agent,
  url: string,
  { body, more }: { body: object; more: Record<string, string> },
): Promise<Omit<Answer, 'requests'>> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, ...more };
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', agent, headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((answered) => resolve({ status, headers, body: JSON.parse(answered) }), reject);
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}

function leaveAfter(url: string, body: object, after: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return new Promise((resolve) => {
    const request = send(url, { method: 'POST', headers });
    request.on('error', () => resolve()); // the expected effect of closing the connection
    request.on('response', (response) => response.resume().on('end', resolve));
    request.end(JSON.stringify(body));
    setTimeout(() => request.destroy(), after);
  });
}
