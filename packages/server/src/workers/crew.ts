import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ConfigError } from '../config/config.js';
import { type Channel, type FromPrimary, type FromWorker, isOurs } from './messages.js';

/** Where workers listen, all of them on the same addresses. */
interface Addresses {
  readonly address: string;
  readonly operatorAddress: string;
}

/** How workers are kept. */
export interface CrewOptions {
  count: number;
  /** The file that each of them runs. */
  file: string;
  /** Their environment. */
  env: Readonly<Record<string, string>>;
  log: FastifyBaseLogger;
  /** Answers the calls of a worker; what it returns is called when the worker has ended. */
  serve(channel: Channel<FromPrimary, FromWorker>): () => void;
  /** Milliseconds that a worker may take to stop; then it is ended. */
  stopTime: number;
}

/** Processes that answer requests, as many as are wanted. */
export interface Crew {
  /** Resolves when all of them listen; rejects with a `ConfigError` where one cannot start. */
  start(): Promise<Addresses>;
  /** Stops all of them, each as a service of its own would. */
  stop(): Promise<void>;
}

/** Milliseconds in which a worker that ends has hardly begun: the next one then waits, twice as long each time. */
const shortLife = 10_000;
const [firstPause, longestPause] = [250, 30_000];

/**
 * MB of what is young, in each half. The trees of a few pages fill what is usual (16), and what is still in use when it is
 * full is copied: with more room, a search costs a tenth less.
 */
const youngSpace = '--max-semi-space-size=64';

/** Keeps workers: one that ends is replaced. */
export function createCrew({ count, file, env, log, serve, stopTime }: CrewOptions): Crew {
  const workers = new Set<Worker>();
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  let pause = 0;
  // Workers take connections themselves, each when it has time. Handed out in turn by this process, as is usual, those on
  // their way to a worker that dies would hang: nobody closes them.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: file, args: [], serialization: 'json', execArgv: [...process.execArgv, youngSpace] });

  /** Starts a worker. Resolves when it listens; rejects when it ends before, which after the start is nobody's fault. */
  function launch(): Promise<Addresses> {
    const began = performance.now();
    const worker = cluster.fork(env);
    workers.add(worker);
    const channel = channelTo(worker);
    const free = serve(channel);
    return new Promise((resolve, reject) => {
      channel.onMessage((message) => {
        if (message.svc === 'listening') resolve(message);
        if (message.svc === 'failed') reject(new ConfigError(message.faults));
      });
      worker.once('exit', (code, signal) => {
        workers.delete(worker);
        free();
        reject(new ConfigError([`a worker has ended before it listened (${signal ?? code})`]));
        if (phase !== 'running') return;
        log.error({ worker: worker.process.pid, code, signal }, 'a worker has ended and is replaced');
        void replace(performance.now() - began);
      });
    });
  }

  async function replace(lived: number): Promise<void> {
    pause = lived < shortLife ? Math.min(longestPause, Math.max(firstPause, 2 * pause)) : 0;
    await sleep(pause);
    if (phase !== 'running') return;
    await launch().catch((error: Error) => log.error({ fault: error.message }, 'a worker could not start'));
  }

  return {
    async start() {
      try {
        const [first] = await Promise.all(Array.from({ length: count }, launch));
        phase = 'running';
        return first!;
      } catch (error) {
        phase = 'stopping';
        for (const worker of workers) worker.process.kill('SIGKILL');
        throw error;
      }
    },
    async stop() {
      phase = 'stopping';
      await Promise.all([...workers].map((worker) => stopWorker(worker, stopTime)));
    },
  };
}

function channelTo(worker: Worker): Channel<FromPrimary, FromWorker> {
  return {
    send(message) {
      // One that has just ended needs no answer.
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
    onMessage(listener) {
      worker.on('message', (message: unknown) => {
        if (isOurs(message)) listener(message as FromWorker);
      });
    },
  };
}

async function stopWorker(worker: Worker, stopTime: number): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  channelTo(worker).send({ svc: 'stop' });
  const late = setTimeout(() => worker.process.kill('SIGKILL'), stopTime);
  await ended;
  clearTimeout(late);
}
