import type { IncomingHttpHeaders } from 'node:http';
import { FetchError } from '../errors.js';

/** Reads a body to its end. Throws a `FetchError` of code `too_large` when it passes the limit. */
export async function readAll(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FetchError('too_large', `The body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The headers as one text each. Cookies are left out: the session has them, and a page may be kept. */
export function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === 'set-cookie') continue;
    plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

/**
 * Throws a `FetchError` of code `bad_response` where the body of a page is still encoded: the client decodes what was asked
 * for and passes on anything else as it came. A refusal is known by its status.
 */
export function refuseEncoded({ statusCode, headers }: { statusCode: number; headers: IncomingHttpHeaders }): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (statusCode >= 400 || encoding === '' || encoding === 'identity') return;
  throw new FetchError('bad_response', 'The body has an encoding that was not asked for');
}
