import type { Endpoint } from '../../operations/endpoint.js';
import type { Extract } from '../../operations/extract.js';

/** One search of a command. */
export interface Asked {
  endpoint: Endpoint;
  /** The parameters, as in the body of a request. */
  body: Readonly<Record<string, unknown>>;
  /** Names of extras, as in `?include=`. */
  include: readonly string[];
  /** Which found pages are read. @default none */
  extract?: Extract | undefined;
}

/** The answer to a search, which may be an error. */
export interface Answered {
  status: number;
  body: Readonly<Record<string, unknown>>;
  /** Whether the answer was generated without asking an engine. */
  isSimulated: boolean;
}

/** Makes searches in this process or by asking a service. */
export interface SearchClient {
  /** Rejects only if there is no answer, or if the signal aborts. */
  search(asked: Asked, signal: AbortSignal): Promise<Answered>;
  close(): Promise<void>;
}
