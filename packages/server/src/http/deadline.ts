/**
 * Runs work with a signal that also aborts after a time. A timer, because Node.js 20 may garbage-collect an
 * `AbortSignal.timeout` that only an `AbortSignal.any` refers to; it then never aborts.
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
