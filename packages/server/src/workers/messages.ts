/** The addresses on which all workers listen. */
export interface WorkerAddresses {
  readonly address: string;
  readonly operatorAddress: string;
}

/** What a worker sends to the primary. */
export type WorkerMessage =
  | ({ readonly svc: 'listening' } & WorkerAddresses)
  /** It cannot start. */
  | { readonly svc: 'failed'; readonly faults: readonly string[] }
  /** A heartbeat. */
  | { readonly svc: 'alive' }
  /** It was told to stop, and does so once its successor listens. */
  | { readonly svc: 'leaving' }
  /** It requests the metrics of all workers. */
  | { readonly svc: 'metrics'; readonly request: number };

/** What the primary sends to a worker. */
export type PrimaryMessage =
  /** @param isReplaced whether other workers accept new connections, so that open ones can end by themselves */
  | { readonly svc: 'stop'; readonly isReplaced: boolean }
  | { readonly svc: 'metrics'; readonly request: number; readonly text: string };

/** Milliseconds between two heartbeats of a worker. */
export const heartbeatInterval = 1_000;

/** Whether a message is one of these, because others use the same channel. */
export function isServiceMessage(message: unknown): message is WorkerMessage | PrimaryMessage {
  return typeof message === 'object' && message !== null && 'svc' in message;
}
