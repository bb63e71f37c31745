/** Reads lines of JSON from the body of a response. Blank lines and leading spaces are ignored. */
export async function* readNdjson<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T;
      if (done) return;
    }
  } finally {
    await reader.cancel(); // a caller that stops early closes the connection
  }
}

/**
 * Lines of JSON as a body: a string if all lines are available, otherwise a stream.
 *
 * @param onLine called with each line before it is sent
 */
export function ndjsonBody<T extends object>(
  lines: Iterable<T> | AsyncIterable<T>,
  onLine: (line: T) => void,
): string | ReadableStream<Uint8Array> {
  const lineOf = (value: T) => {
    onLine(value);
    return `${JSON.stringify(value)}\n`;
  };
  if (!(Symbol.asyncIterator in lines)) return Array.from(lines, lineOf).join('');
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(lineOf(value)));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
