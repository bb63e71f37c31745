import type * as NodeBuffer from 'node:buffer';

/**
 * The text of a body. Takes the charset, in order of trust, from the byte order mark, the response's `Content-Type`, or
 * `<meta charset>` or an XML declaration in the first 1,024 bytes. Otherwise UTF-8, which the engines send when they
 * name none.
 *
 * @throws {TypeError} for a body that is neither text nor bytes
 * @example
 * ```js
 * import { decodeBody } from '@svc/parsers';
 * const text = decodeBody(Uint8Array.of(0xe9), 'text/html; charset=iso-8859-1'); // é
 * ```
 */
export function decodeBody(body: string | Uint8Array, contentType = ''): string {
  assertBodyType(body);
  if (typeof body === 'string') return body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  const label = markOf(body) ?? charsetIn(contentType) ?? charsetIn(ascii(body.subarray(0, 1024))) ?? 'utf-8';
  const decoder = decoderFor(label);
  if (decoder.encoding === 'utf-8') return decodeUtf8(body, decoder);
  const text = decoder.decode(body);
  return decoder.encoding === 'windows-1252' ? asWindows1252(text) : text;
}

/** Throws a `TypeError` unless the body is text or bytes, possibly of another realm. */
export function assertBodyType(body: unknown): void {
  const [, tag] = Object.prototype.toString.call(body).split(/[ \]]/);
  if (typeof body === 'string' || tag === 'Uint8Array') return;
  const kind = Object(body) === body ? tag : String(body);
  const advice = kind === 'Promise' ? ': await it' : '';
  throw new TypeError(`The body must be a string or a Uint8Array, not ${kind}${advice}`);
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
    return new TextDecoder(); // an unknown label is ignored
  }
}

/** The characters of windows-1252 for the bytes 0x80 to 0x9f: https://encoding.spec.whatwg.org/#index-windows-1252 */
const block = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node, including 20, decode windows-1252 as ISO-8859-1 (nodejs/node#56542). */
function asWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (letter) => block.charAt(letter.charCodeAt(0) - 0x80));
}

type Coders = Pick<typeof NodeBuffer, 'isAscii' | 'isUtf8' | 'transcode'>;

/**
 * Node's own functions; undefined in other runtimes. Not imported, because bundles for browsers and the edge could not
 * load them.
 */
const coders = working(
  (globalThis as { process?: { getBuiltinModule?(id: string): unknown } }).process?.getBuiltinModule?.('node:buffer'),
);

/**
 * The same as `new TextDecoder().decode(bytes)`. In Node, converts valid UTF-8 with SIMD functions, in a fraction of
 * the time of Node 20's decoder.
 */
function decodeUtf8(bytes: Uint8Array, decoder: InstanceType<typeof TextDecoder> = new TextDecoder()): string {
  return (coders && bytes.length > 0 ? converted(bytes, coders) : undefined) ?? decoder.decode(bytes);
}

function converted(bytes: Uint8Array, { isAscii, isUtf8, transcode }: Coders): string | undefined {
  // A one-byte string takes half the memory.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!isUtf8(bytes)) return undefined;
  const text = transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** `candidate`, unless it lacks one of the functions or only has a stub, as other runtimes do. */
function working(candidate: unknown): Coders | undefined {
  try {
    const found = candidate as Coders;
    const probes = [Uint8Array.of(0x61), Uint8Array.of(0xe2, 0x82, 0xac)];
    return probes.map((probe) => converted(probe, found)).join('') === 'a€' ? found : undefined;
  } catch {
    return undefined; // the decoder is used instead
  }
}
