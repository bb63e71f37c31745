/** Before a line of JSON a blank has no meaning. */
const blank = Buffer.from(' ');

/**
 * Gives a blank whenever nothing has come for a while, so that nobody on the way takes the connection for dead, and so that
 * a caller that has left is noticed. It gives one only when asked for more: a caller that does not read gets none.
 *
 * @param every milliseconds until the next one
 */
export async function* withHeartbeat(
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

/** The value of a promise, or undefined where it takes longer than so many milliseconds. */
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
