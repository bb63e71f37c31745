import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadedService } from './loaded.js';

/** A response, and the milliseconds from when its request was dueAt until the response was complete. */
export interface TimedResponse {
  status: number;
  milliseconds: number;
  /** When it was dueAt, in milliseconds from the start. */
  dueAt: number;
}

/** Sends requests to the service over keep-alive connections. */
export interface LoadCaller {
  /** A search that differs from all others. */
  search(query?: string): Promise<number>;
  /** The same search every time. */
  repeat(): Promise<number>;
  /** A search on the server that the service is compared with. */
  bare(): Promise<number>;
  /** A health probe. */
  probe(): Promise<number>;
  close(): void;
}

let searches = 0;

export function createLoadCaller({
  address,
  bare,
  key,
  queries,
}: Pick<LoadedService, 'address' | 'bare' | 'key' | 'queries'>): LoadCaller {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', 'x-api-key': key };

  const path = '/api/v1/alpha/search';
  const same = JSON.stringify({ query: queries[0] });

  function send(url: string, body?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** The filter makes each search distinct, as identical ones would share a fetch. */
  function nextSearch(query = queries[searches % queries.length]): string {
    searches += 1;
    return JSON.stringify({ query, tbs: `load:${searches}` });
  }

  return {
    search: (query) => send(address + path, nextSearch(query)),
    repeat: () => send(address + path, same),
    bare: () => send(bare + path, nextSearch()),
    probe: () => send(`${address}/livez`),
    close: () => agent.destroy(),
  };
}

/** Callers that each send the next request after the previous response, for a time or up to a number of requests. */
export async function runClosedLoop(
  send: () => Promise<number>,
  load: { callers: number; seconds?: number; max?: number },
): Promise<TimedResponse[]> {
  const { callers, seconds = Number.POSITIVE_INFINITY, max = Number.POSITIVE_INFINITY } = load;
  const start = performance.now();
  const answers: TimedResponse[] = [];
  let sent = 0;
  const caller = async () => {
    for (let dueAt = 0; dueAt < seconds * 1000 && sent < max; dueAt = performance.now() - start) {
      sent += 1;
      const status = await send();
      answers.push({ status, dueAt, milliseconds: performance.now() - start - dueAt });
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return answers;
}

/** Sends requests at a fixed rate, whether or not earlier ones have been answered. */
export async function runOpenLoop(
  send: () => Promise<number>,
  load: { rate: number; seconds: number },
): Promise<TimedResponse[]> {
  const start = performance.now();
  const answers: Promise<TimedResponse>[] = [];
  for (let number = 0; number < load.rate * load.seconds; number += 1) {
    const dueAt = (number * 1000) / load.rate;
    const early = dueAt - (performance.now() - start);
    if (early > 1) await sleep(early);
    answers.push(send().then((status) => ({ status, dueAt, milliseconds: performance.now() - start - dueAt })));
  }
  return Promise.all(answers);
}
