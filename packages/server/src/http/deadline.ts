/**
 * Runs work with a signal that also aborts after a time. Node.js before 22.16 does not keep `AbortSignal.timeout` for the sake of an
 * `AbortSignal.any` of it: once it is garbage-collected, the time never passes.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    milliseconds,
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
