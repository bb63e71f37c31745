import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AttemptEvent,
  createFetcher,
  type FetchError,
  type FetcherOptions,
  httpAdapter,
  type Judge,
  parseProxies,
} from '../../src/index.js';
import type { RawServer } from '../support/raw.js';
import { requestFor } from '../support/requests.js';

/** The time limits for faults, in milliseconds. */
export const limits = { connect: 400, response: 800, attempt: 1_200, deadline: 4_000 } as const;

/** How long an attempt may take: almost no time, or one of these limits. */
type Within = 'at once' | 'connectTimeout' | 'responseTimeout' | 'attemptTimeout' | 'deadline';

const bounds: Readonly<Record<Within, number>> = {
  'at once': 0,
  connectTimeout: limits.connect,
  responseTimeout: limits.response,
  attemptTimeout: limits.attempt,
  deadline: limits.deadline,
};

/** A fault and how to produce it. */
export interface Fault {
  name: string;
  /** The server; left out if nothing listens. */
  server?: () => Promise<RawServer>;
  /** The requested address, from the host of the server. @default `http://<host>/` */
  url?: (host: string) => string;
  /** The proxy, from the host of the server. @default none */
  proxy?: (host: string) => string;
  judge?: Judge<unknown>;
  options?: Partial<FetcherOptions>;
  /** Milliseconds after which the fetch is aborted. */
  leaveAfter?: number;
  /** Called before the measured fetch. */
  prepare?: (fetcher: ReturnType<typeof createFetcher>, url: string) => Promise<unknown>;
  within?: Within;
}

/** The result of a fetch. */
export interface Outcome {
  name: string;
  /** Code of the error, or the message of a judge's error. */
  error: string;
  retryAfter: number | undefined;
  attempts: number;
  sessions: number;
  within: Within;
  /** When the fetch ended, by `performance.now()`. */
  endedAt: number;
  /** Milliseconds by which it exceeded its limit. */
  late: number;
  /** Sockets open half a second after `close()`. */
  sockets: number;
}

/** Tolerance for a busy machine, in milliseconds. */
const slack = 1_500;

/** Judges a page by the state in its body, or by its status. */
const judgeByName: Judge<unknown> = ({ status, body }) => {
  const text = Buffer.from(body).toString().trim();
  const named = /^state:(\w+) (\w+)$/.exec(text);
  const statuses: Readonly<Record<number, string>> = { 403: 'forbidden', 429: 'rate_limited' };
  if (status === 200 && named === null) return { usable: true, value: undefined };
  const state = named?.[1] ?? statuses[status] ?? 'bad_response';
  const retry = (named?.[2] ?? (status >= 500 ? 'same' : 'other_session')) as 'same';
  return { usable: false, state, retry, error: new Error(`page: ${state}`) };
};

/**
 * How much longer than on an idle machine the limits must be, so that they end no attempt because this process waits for a core. Measured
 * with faults that take almost no time, the second time that they are played: the first one loads code.
 */
export async function slowness(quick: readonly Fault[]): Promise<number> {
  let slowest = 0;
  for (let round = 0; round < 2; round += 1) {
    const began = performance.now();
    const played = await Promise.all(quick.map((fault) => play(fault, 4)));
    slowest = Math.max(...played.map(({ endedAt }) => endedAt - began));
  }
  return Math.min(Math.max(1, slowest / (limits.connect / 2)), 4);
}

/**
 * Produces a fault with two attempts and returns the result.
 *
 * @param slow how many times the limits and tolerances apply
 */
export async function play(fault: Fault, slow: number): Promise<Outcome> {
  const { name, within = 'at once', judge = judgeByName } = fault;
  const server = await fault.server?.();
  const host = server?.host ?? '127.0.0.1:9';
  const url = fault.url?.(host) ?? (fault.proxy ? 'http://engine.test/' : `http://${host}/`);
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({
    adapter: httpAdapter({
      connectTimeout: slow * limits.connect,
      responseTimeout: slow * limits.response,
      maxBytes: 100_000,
    }),
    attempts: 2,
    attemptTimeout: slow * limits.attempt,
    budget: false,
    circuit: false,
    onAttempt: (event) => void events.push(event),
    ...(fault.proxy && { proxies: parseProxies([fault.proxy(host)]) }),
    ...fault.options,
  });
  await fault.prepare?.(fetcher, url);
  events.length = 0;
  const began = performance.now();
  const ended = await fetcher
    .fetch(requestFor(url), judge, {
      deadline: Date.now() + slow * limits.deadline,
      ...(fault.leaveAfter !== undefined && { signal: AbortSignal.timeout(Math.ceil(slow * fault.leaveAfter)) }),
    })
    .then(
      () => ({ message: 'a page' }),
      (error: FetchError) => error,
    );
  const endedAt = performance.now();
  const attempts = events.length;
  const bound = bounds[within] * (within === 'deadline' ? 1 : Math.max(1, attempts)) + slack;
  const late = Math.max(0, endedAt - began - slow * bound);
  const sessions = new Set(events.map(({ session }) => session)).size;
  await fetcher.close();
  await sleep(slow * 500);
  return {
    name,
    error: 'code' in ended ? ended.code : ended.message,
    retryAfter: 'retryAfter' in ended ? ended.retryAfter : undefined,
    attempts,
    sessions,
    within,
    endedAt,
    late,
    sockets: server?.open() ?? 0,
  };
}
