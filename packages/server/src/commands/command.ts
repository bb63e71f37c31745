import type { Command } from 'commander';

/** A command of `svc`: makes it, with its arguments and options. Made anew for every call of `svc`. */
export type MakeCommand = () => Command;

/** Something that a person can put right ended a command; the message says what. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Exit codes: done, failed, called in a wrong way. */
export const exitCodes = { done: 0, failed: 1, wrongCall: 2 } as const;
