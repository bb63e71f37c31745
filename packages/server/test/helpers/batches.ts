import { key } from './service.js';

/** A line of a batch response. */
export interface BatchAnswer {
  line: number;
  status: number;
  id: string | null;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation or error, as tests look into it
  body: any;
}

/** Encodes values as JSON lines. */
export function ndjson(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Parses the lines of a batch response. */
export function answersIn(text: string): BatchAnswer[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line));
}

/** Searches with different queries. */
export function manyLines(count: number, name = 'tides'): { id: string; operation: string; query: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${name} ${index}`,
    operation: 'gamma.search',
    query: `${name} in harbour ${index}`,
  }));
}

export const batchHeaders: Readonly<Record<string, string>> = {
  'x-api-key': key,
  'content-type': 'application/x-ndjson',
};

/** Sends a batch over a connection. */
export function sendBatch(
  address: string,
  lines: readonly unknown[],
  { path = '/api/v1/batch', ...init }: { path?: string; signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = { ...batchHeaders, ...init.headers };
  return fetch(address + path, { ...init, headers, method: 'POST', body: ndjson(lines) });
}

/** The answers in a response, as they arrive. */
export async function* answersOf(response: Response): AsyncGenerator<BatchAnswer> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* answersIn(lines.join('\n'));
  }
  yield* answersIn(rest);
}
