import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ConfigError } from '../config/config.js';
import {
  heartbeatInterval,
  isServiceMessage,
  type PrimaryMessage,
  type WorkerAddresses,
  type WorkerMessage,
} from './messages.js';

/** Options of `WorkerPool`. */
export interface WorkerPoolOptions {
  count: number;
  /** The file that each worker runs. */
  file: string;
  /** Their environment. */
  env: Readonly<Record<string, string>>;
  log: FastifyBaseLogger;
  /** The metrics of all workers. Never rejects. */
  metrics(): Promise<string>;
  /** Milliseconds that a worker may take to stop before it is killed. */
  stopTime: number;
  /** Called for each worker that is replaced without a request. */
  onReplacement(reason: 'ended' | 'frozen'): void;
}

/** When a worker ends within this many milliseconds its successor waits, twice as long each time. */
const crashLoopTime = 10_000;
const [firstPause, maxPause] = [250, 30_000];

/** Heartbeats that a worker may miss before it counts as frozen, is killed and replaced. */
const maxMissed = 10;

/**
 * MB of each half of V8's young generation. The trees of a few pages fill the default 16, and whatever is in use then is copied: with
 * 64, a search costs a tenth less.
 */
const semiSpaceFlag = '--max-semi-space-size=64';

/** Processes that answer requests. One that ends or freezes is replaced. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #missed = new Map<Worker, number>();
  readonly #frozen = new WeakSet<Worker>();
  #phase: 'starting' | 'running' | 'stopping' = 'starting';
  #pause = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    // Workers accept connections themselves. With the default, round-robin by this process, connections on their way to a worker
    // that dies would hang, because nobody closes them.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    const execArgv = [...process.execArgv, semiSpaceFlag];
    cluster.setupPrimary({ exec: options.file, args: [], serialization: 'json', execArgv });
  }

  /** Resolves when all workers listen. Rejects with a `ConfigError` when one cannot start. */
  async start(): Promise<WorkerAddresses> {
    try {
      const [first] = await Promise.all(Array.from({ length: this.#options.count }, () => this.#launch()));
      this.#phase = 'running';
      this.#watch = setInterval(() => this.#countMissed(), heartbeatInterval).unref();
      return first!;
    } catch (error) {
      this.#phase = 'stopping';
      for (const worker of this.#workers) worker.process.kill('SIGKILL');
      throw error;
    }
  }

  /** Replaces all workers one after another: each is stopped once its successor listens. */
  async restart(): Promise<void> {
    for (const worker of [...this.#workers]) await this.#succeed(worker);
  }

  /** Stops all workers, each as a single service would stop. */
  async stop(): Promise<void> {
    this.#phase = 'stopping';
    clearInterval(this.#watch);
    await Promise.all([...this.#workers].map((worker) => this.#stopWorker(worker, { isReplaced: false })));
  }

  /** Starts a worker. Resolves when it listens; rejects when it ends before that. */
  #launch(): Promise<WorkerAddresses> {
    const began = performance.now();
    const worker = cluster.fork(this.#options.env);
    this.#workers.add(worker);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isServiceMessage(message)) return;
        this.#missed.set(worker, 0);
        if (message.svc === 'listening') resolve(message as WorkerAddresses);
        else if (message.svc === 'failed') reject(new ConfigError(message.faults));
        else void this.#serve(worker, message as WorkerMessage);
      });
      worker.once('exit', (code, signal) => {
        this.#missed.delete(worker);
        reject(new ConfigError([`a worker has ended before it listened (${signal ?? code})`]));
        if (!this.#workers.delete(worker) || this.#phase !== 'running') return;
        this.#options.log.error({ worker: worker.process.pid, code, signal }, 'a worker has ended and is replaced');
        this.#options.onReplacement(this.#frozen.has(worker) ? 'frozen' : 'ended');
        void this.#replace(performance.now() - began);
      });
    });
  }

  async #serve(worker: Worker, message: WorkerMessage): Promise<void> {
    if (message.svc === 'leaving') await this.#succeed(worker);
    if (message.svc !== 'metrics') return;
    send(worker, { svc: 'metrics', request: message.request, text: await this.#options.metrics() });
  }

  /** Starts the successor of a worker that has ended. */
  async #replace(lived: number): Promise<void> {
    this.#pause = lived < crashLoopTime ? Math.min(maxPause, Math.max(firstPause, 2 * this.#pause)) : 0;
    await sleep(this.#pause);
    if (this.#phase === 'running') await this.#launchSuccessor();
  }

  /** Starts the successor of a running worker, then stops that worker. */
  async #succeed(worker: Worker): Promise<void> {
    if (this.#phase !== 'running' || !this.#workers.has(worker)) return;
    const isReplaced = await this.#launchSuccessor();
    if (!isReplaced || !this.#workers.delete(worker)) return;
    await this.#stopWorker(worker, { isReplaced });
  }

  async #launchSuccessor(): Promise<boolean> {
    try {
      await this.#launch();
      return true;
    } catch (error) {
      this.#options.log.error({ fault: (error as Error).message }, 'a worker could not start');
      return false;
    }
  }

  /** Counts its own ticks instead of the time: when all processes were halted, each has a chance to report that it is back. */
  #countMissed(): void {
    for (const [worker, missed] of this.#missed) {
      this.#missed.set(worker, missed + 1);
      if (missed < maxMissed) continue;
      this.#options.log.error({ worker: worker.process.pid }, 'a worker is frozen and is killed');
      this.#frozen.add(worker);
      worker.process.kill('SIGKILL');
    }
  }

  async #stopWorker(worker: Worker, { isReplaced }: { isReplaced: boolean }): Promise<void> {
    if (worker.isDead()) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    send(worker, { svc: 'stop', isReplaced });
    const late = setTimeout(() => worker.process.kill('SIGKILL'), this.#options.stopTime);
    await ended;
    clearTimeout(late);
  }
}

function send(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined); // a worker that has just ended needs no message
}
