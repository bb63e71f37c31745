/**
 * Works on the items of a source, up to `limit` at a time, and yields results as they become ready. A result that is ready but not yet
 * taken counts towards the limit: while nobody takes results, no more items are taken.
 */
export async function* unordered<T, R>(
  source: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const items = source[Symbol.asyncIterator]();
  const ready: R[] = [];
  const state: StreamState = { running: 0, isReading: false, isEnded: false, failure: undefined };
  let wake = () => {};

  const fail = (error: unknown) => {
    state.failure ??= { error };
  };

  async function start(item: T): Promise<void> {
    state.running += 1;
    await work(item).then((result) => ready.push(result), fail);
    state.running -= 1;
    wake();
    void pump();
  }

  async function pump(): Promise<void> {
    while (!state.isReading && !state.isEnded && !state.failure && state.running + ready.length < limit) {
      state.isReading = true;
      const next = await items.next().catch(fail);
      state.isReading = false;
      if (next?.done === false) void start(next.value);
      else state.isEnded = true;
      wake();
    }
  }

  try {
    for (;;) {
      void pump();
      const result = ready.shift();
      if (result !== undefined) yield result;
      else if (state.failure) throw state.failure.error;
      else if (state.isEnded && state.running === 0) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    state.isEnded = true;
    void Promise.resolve(items.return?.()).catch(() => {}); // it may be waiting for its own source
  }
}

interface StreamState {
  running: number;
  isReading: boolean;
  isEnded: boolean;
  failure: { error: unknown } | undefined;
}
