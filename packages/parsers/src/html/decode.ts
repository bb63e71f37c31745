import { decodeUtf8 } from './utf8.js';
import { asWindows1252 } from './windows1252.js';

/**
 * The text of a body. Order of trust: byte order mark, the response's `Content-Type`, `<meta charset>` or an XML
 * declaration in the first 1,024 bytes, UTF-8 (which is what the engines send where they name nothing).
 *
 * @throws {TypeError} for what is neither text nor bytes
 */
export function decodeBody(body: string | Uint8Array, contentType?: string): string {
  checkBody(body);
  if (typeof body === 'string') return body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  const label = markOf(body) ?? charsetIn(contentType ?? '') ?? charsetIn(ascii(body.subarray(0, 1024))) ?? 'utf-8';
  const decoder = decoderFor(label);
  if (decoder.encoding === 'utf-8') return decodeUtf8(body, decoder);
  const text = decoder.decode(body);
  return decoder.encoding === 'windows-1252' ? asWindows1252(text) : text;
}

/** Throws a `TypeError` that names the body for what is neither text nor bytes, those of another realm included. */
export function checkBody(body: unknown): void {
  if (typeof body === 'string' || Object.prototype.toString.call(body) === '[object Uint8Array]') return;
  const kind = body === null ? 'null' : typeof body;
  throw new TypeError(`The body must be a string or a Uint8Array, not ${kind}`);
}

function markOf(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return undefined;
}

function charsetIn(text: string): string | undefined {
  return /(?:charset|encoding)\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(text)?.[1];
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(); // a label that no standard knows says nothing: what the engines send is UTF-8
  }
}
