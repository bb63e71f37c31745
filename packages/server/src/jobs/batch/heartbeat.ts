/** A space before a line of JSON has no meaning. */
const blank = Buffer.from(' ');

/**
 * Yields a space whenever the source has been silent for a while, so that no proxy takes the connection for dead and a caller that
 * has left is noticed. It does so only when more is requested: a caller that does not read gets none.
 *
 * @param every milliseconds of silence before a space
 */
export async function* withNdjsonHeartbeat(
  source: AsyncIterable<Uint8Array>,
  every: () => number,
): AsyncGenerator<Uint8Array> {
  const items = source[Symbol.asyncIterator]();
  try {
    let next = items.next();
    for (;;) {
      const got = await within(next, every());
      if (got === undefined) {
        yield blank;
        continue;
      }
      if (got.done === true) return;
      yield got.value;
      next = items.next();
    }
  } finally {
    void Promise.resolve(items.return?.()).catch(() => {}); // it may be waiting itself
  }
}

/** The value of a promise, or undefined when it takes longer than that. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
