import type { Command } from 'commander';

/** Creates a command of `svc` with its arguments and options. */
type MakeCommand = () => Command;

/** A command as help lists it. Its code is loaded only when it is called, so that `svc` starts quickly. */
export interface CommandEntry {
  readonly name: string;
  readonly alias?: string;
  /** One line of help. */
  readonly summary: string;
  load(): Promise<MakeCommand>;
}

/** A command failed for a reason that the user can fix; the message says what happened and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command was called with an invalid argument or flag. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes: done, failed, wrong usage, interrupted by Ctrl-C. */
export const exitCodes = { done: 0, failed: 1, wrongCall: 2, interrupted: 130 } as const;
