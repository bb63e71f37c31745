import type { Command } from 'commander';

/** A command of `svc`: makes it, with its arguments and options. Made anew for every call of `svc`. */
type MakeCommand = () => Command;

/** A command as help lists it. The rest of it is loaded only when a call names it, so that every call starts quickly. */
export interface CommandEntry {
  readonly name: string;
  readonly alias?: string;
  /** One line of help. */
  readonly summary: string;
  load(): Promise<MakeCommand>;
}

/** Something that a person can put right ended a command; the message says what, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The command was called in a wrong way: an argument or a flag is none of those that it takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes: done, failed, called in a wrong way, interrupted by Ctrl-C. */
export const exitCodes = { done: 0, failed: 1, wrongCall: 2, interrupted: 130 } as const;
