import type { Endpoint } from '../../operations/endpoint.js';
import type { Extract } from '../../operations/extract.js';

/** One search, as a command line asks it. */
export interface Asked {
  endpoint: Endpoint;
  /** The parameters, as the body of the endpoint has them. */
  body: Readonly<Record<string, unknown>>;
  /** Names of extras, as `?include=` has them. */
  include: readonly string[];
  /** Which of the pages found are read. @default none */
  extract?: Extract | undefined;
}

/** What a search came to: what the endpoint answers, errors included. */
export interface Answered {
  status: number;
  body: Readonly<Record<string, unknown>>;
  /** Whether no engine was asked and the answer is made up. */
  isSimulated: boolean;
}

/** Makes searches: in this process, or by asking a service. */
export interface SearchClient {
  /** Rejects only where no answer could be had, or the signal aborts. */
  search(asked: Asked, signal: AbortSignal): Promise<Answered>;
  close(): Promise<void>;
}
