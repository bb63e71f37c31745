/** A command of `svc`. */
export interface Command {
  /** What help says of it: how it is called, then what it does. */
  readonly help: string;
  /** Runs it and returns the exit code; a service that was started keeps the process alive. */
  run(args: readonly string[]): Promise<number>;
}

/** Exit code for a wrong call. */
export const wrongCall = 2;
