import type { ToldError } from '../errors/told-error.js';

/** A call of a method in the primary process: its number, the method, its arguments. Number 0 wants no answer. */
export type CallMessage = readonly [number: number, method: string, args: readonly unknown[]];

/** The answer to a call. */
export type AnswerMessage = readonly [number: number, answer: Told];

/** What a call came to. Undefined values are left out on the way. */
export type Told = { readonly value?: unknown } | { readonly apiError: ToldError } | { readonly error: string };

/** The variable by which a worker learns the key that was made for trying out. */
export const startKeyName = 'SVC_WORKER_START_KEY';

/** What a worker sends to the primary. Those of one turn of the event loop go together. */
export type FromWorker =
  | { readonly svc: 'calls'; readonly calls: readonly CallMessage[] }
  | { readonly svc: 'listening'; readonly address: string; readonly operatorAddress: string }
  /** It cannot start. */
  | { readonly svc: 'failed'; readonly faults: readonly string[] };

/** What the primary sends to a worker. */
export type FromPrimary =
  | { readonly svc: 'answers'; readonly answers: readonly AnswerMessage[] }
  | { readonly svc: 'stop' };

/** Whether a message is one of ours: others use the same channel. */
export function isOurs(message: unknown): message is FromWorker | FromPrimary {
  return typeof message === 'object' && message !== null && 'svc' in message;
}

/** The way between two processes. */
export interface Channel<Sent, Received> {
  send(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
}

/** The ports whose methods are called as they are, with plain JSON both ways. */
export const plainPorts = {
  rates: ['take'],
  usage: ['add', 'used'],
  health: ['read', 'cool', 'heal', 'claim', 'unclaim', 'count', 'spend', 'reset'],
  leases: ['acquire', 'read', 'release', 'publish'],
} as const;
