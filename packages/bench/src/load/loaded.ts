import { type ChildProcess, fork } from 'node:child_process';
import type { ParsingCost, ProcessUsage, ServiceCommand, ServiceMessage, ServiceReady } from './figures.js';

/** The service under load, in a separate process. */
export interface LoadedService extends ServiceReady {
  readonly key: string;
  /** Lets it only parse pages for a second. */
  readAlone(): Promise<ParsingCost>;
  usage(): Promise<ProcessUsage>;
  /** Runs garbage collection. */
  collect(): void;
  stop(): Promise<void>;
}

export interface LoadedServiceOptions {
  /** Response time of the engine in milliseconds. */
  engineDelay: number;
  /** Number of distinct pages of the engine. */
  pages?: number;
  env?: Record<string, string>;
}

const key = 'key-of-the-load-command';

/** Starts the service. Rejects if the process exits before it is ready. */
export async function startLoadedService({
  engineDelay,
  pages = 64,
  env = {},
}: LoadedServiceOptions): Promise<LoadedService> {
  const child = fork(new URL('./load-service.js', import.meta.url), [`${engineDelay}`, `${pages}`], {
    execArgv: ['--expose-gc', '--max-semi-space-size=64'], // as in `npm start`
    env: {
      PATH: process.env.PATH,
      SVC_API_KEYS: key,
      SVC_PORT: '0',
      SVC_REPLAY_FOLDER: '.',
      SVC_LOG_LEVEL: 'error',
      SVC_RATE_LIMIT: '1000000',
      SVC_MAX_SEARCHES: '1000',
      SVC_KEY_SEARCHES: '1000',
      SVC_KEY_QUEUED_SEARCHES: '1000',
      ...env,
    },
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`The loaded service exited with code ${code}`)));
  });
  ended.catch(() => {}); // the exit at the end is expected
  const { ready } = await Promise.race([next(child, 'ready'), ended]);
  const send = (command: ServiceCommand) => child.send(command);
  return {
    ...ready,
    key,
    async readAlone() {
      send('read');
      const { alone } = await Promise.race([next(child, 'alone'), ended]);
      return alone;
    },
    async usage() {
      send('usage');
      const { usage } = await Promise.race([next(child, 'usage'), ended]);
      return usage;
    },
    collect: () => send('collect'),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      send('stop');
      await gone;
    },
  };
}

function next<Name extends 'ready' | 'alone' | 'usage'>(
  child: ChildProcess,
  name: Name,
): Promise<Extract<ServiceMessage, Record<Name, unknown>>> {
  return new Promise((resolve) => {
    const onMessage = (message: ServiceMessage) => {
      if (!(name in message)) return;
      child.off('message', onMessage);
      resolve(message as Extract<ServiceMessage, Record<Name, unknown>>);
    };
    child.on('message', onMessage);
  });
}
