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

/** A command was ended by Ctrl-C or SIGTERM. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs work that Ctrl-C aborts; a second Ctrl-C ends the process at once. Rejects with an `Interrupted` once the work has
 * cleaned up.
 */
export async function runUntilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>, advice = ''): Promise<T> {
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(exitCodes.interrupted);
    abort.abort(new Interrupted(advice));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await work(abort.signal);
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}
