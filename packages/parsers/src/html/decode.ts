import type * as NodeBuffer from 'node:buffer';

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

/** What windows-1252 has for the bytes 0x80 to 0x9f, as https://encoding.spec.whatwg.org/#index-windows-1252 lists it. */
const block = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node, 20 among them, decode windows-1252 as ISO-8859-1 (nodejs/node#56542): this puts it right. */
function asWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (letter) => block.charAt(letter.charCodeAt(0) - 0x80));
}

type Coders = Pick<typeof NodeBuffer, 'isAscii' | 'isUtf8' | 'transcode'>;

/** Node's own routines, undefined elsewhere. Not imported: bundles for browsers and for the edge could not load them. */
const coders = working(
  (globalThis as { process?: { getBuiltinModule?(id: string): unknown } }).process?.getBuiltinModule?.('node:buffer'),
);

/**
 * What `new TextDecoder().decode(bytes)` gives. In Node, valid UTF-8 is converted with SIMD routines, in a fraction of
 * the time that the decoder of Node 20 takes. Invalid UTF-8 is left to the decoder.
 */
function decodeUtf8(bytes: Uint8Array, decoder: InstanceType<typeof TextDecoder> = new TextDecoder()): string {
  return (coders && bytes.length > 0 ? converted(bytes, coders) : undefined) ?? decoder.decode(bytes);
}

function converted(bytes: Uint8Array, { isAscii, isUtf8, transcode }: Coders): string | undefined {
  // The narrow form of a string is kept where it will do: it takes half the memory.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!isUtf8(bytes)) return undefined;
  const text = transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** `candidate`, unless it lacks one of them or only pretends to have it, as other runtimes do. */
function working(candidate: unknown): Coders | undefined {
  try {
    const found = candidate as Coders;
    const probes = [Uint8Array.of(0x61), Uint8Array.of(0xe2, 0x82, 0xac)];
    return probes.map((probe) => converted(probe, found)).join('') === 'a€' ? found : undefined;
  } catch {
    return undefined; // the decoder does
  }
}
