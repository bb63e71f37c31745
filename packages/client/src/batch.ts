import type { SearchOptions } from './client.js';
import { responseError } from './errors.js';
import { assertKnownOptions } from './known-options.js';
import type { BatchAnswer, BatchLine, Operation } from './operations.js';
import { fetchWithRetries, type SendRequest, transportError } from './retries.js';

/** The options of a search as query parameters. */
export function termsOf({ include, extract, extractChars, extractFormat }: SearchOptions): object {
  return { include, extract, extract_chars: extractChars, extract_format: extractFormat };
}

/** How to send the request of a batch. */
interface BatchSending {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Used only if the lines can be sent again. */
  attempts: number;
  send: SendRequest;
}

/**
 * Sends lines and yields their results.
 *
 * @throws {TypeError} for lines that are not iterable; what the iteration of the lines throws
 */
export async function* batchOf<Name extends Operation>(
  lines: Lines<Name>,
  options: SearchOptions,
  sending: BatchSending,
): AsyncGenerator<BatchAnswer<Name>, void, void> {
  const isAsync = Symbol.asyncIterator in Object(lines);
  if (!isAsync && !(Symbol.iterator in Object(lines)))
    throw new TypeError('The lines must be an iterable or an async iterable');
  const faults: unknown[] = [];
  try {
    yield* answersOf(isAsync ? collectingFaults(lines, faults) : lines, options, sending);
  } catch (error) {
    throw faults.length > 0 ? faults[0] : error; // `fetch` rejects with an error of its own
  }
}

type Lines<Name extends Operation> = Iterable<BatchLine<Name>> | AsyncIterable<BatchLine<Name>>;

async function* collectingFaults<T>(lines: Iterable<T> | AsyncIterable<T>, faults: unknown[]): AsyncGenerator<T> {
  try {
    yield* lines;
  } catch (error) {
    faults.push(error);
    throw error;
  }
}

async function* answersOf<Name extends Operation>(
  lines: Lines<Name>,
  { signal, ...terms }: SearchOptions,
  { baseUrl, headers, attempts, send }: BatchSending,
): AsyncGenerator<BatchAnswer<Name>, void, void> {
  assertKnownOptions('search', terms);
  const pending = new Map<number, Name>();
  let sent = 0;
  const body = ndjsonBody(lines, ({ operation }) => {
    sent += 1;
    pending.set(sent, operation as Name);
  });
  const given = Object.entries(termsOf(terms)).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]) => `${name}=${value}`).join('&');
  const request = new Request(`${baseUrl.replace(/\/$/, '')}/api/v1/batch${query && `?${query}`}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body,
    ...(signal && { signal }),
    ...(typeof body !== 'string' && { duplex: 'half' }),
  } as RequestInit);
  // A stream can only be sent once.
  const policy = { attempts: typeof body === 'string' ? attempts : 1, deadlineMs: 0 };
  const response = await fetchWithRetries(send, request, policy);
  if (!response.ok || response.body === null)
    throw responseError(response, await response.json().catch(() => undefined));
  for await (const answer of wholeAnswers(readNdjson<BatchAnswer<Name>>(response.body), signal)) {
    const operation = pending.get(answer.line); // which the response does not contain
    pending.delete(answer.line);
    yield { ...answer, operation } as BatchAnswer<Name>;
  }
}

/** Yields lines, and throws if they break off. */
async function* wholeAnswers<T>(
  lines: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  try {
    yield* lines;
  } catch (error) {
    throw signal?.aborted ? signal.reason : transportError(error);
  }
}

/** Reads lines of JSON from the body of a response. Blank lines and leading spaces are ignored. */
async function* readNdjson<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, void> {
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
function ndjsonBody<T extends object>(
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
