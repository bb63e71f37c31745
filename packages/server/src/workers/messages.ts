/** Where workers listen, all of them on the same addresses. */
export interface WorkerAddresses {
  readonly address: string;
  readonly operatorAddress: string;
}

/** What a worker sends to the primary. */
export type FromWorker =
  | ({ readonly svc: 'listening' } & WorkerAddresses)
  /** It cannot start. */
  | { readonly svc: 'failed'; readonly faults: readonly string[] }
  /** A heartbeat. */
  | { readonly svc: 'alive' }
  /** It was told to end, and does so once another one listens. */
  | { readonly svc: 'leaving' }
  /** It wants the metrics of all workers. */
  | { readonly svc: 'metrics'; readonly request: number };

/** What the primary sends to a worker. */
export type FromPrimary =
  /** @param isReplaced whether others take new connections, so that those which are open can end by themselves */
  | { readonly svc: 'stop'; readonly isReplaced: boolean }
  | { readonly svc: 'metrics'; readonly request: number; readonly text: string };

/** Milliseconds from one heartbeat of a worker to the next. */
export const heartbeat = 1_000;

/** Whether a message is one of ours: others use the same channel. */
export function isOurs(message: unknown): message is FromWorker | FromPrimary {
  return typeof message === 'object' && message !== null && 'svc' in message;
}
