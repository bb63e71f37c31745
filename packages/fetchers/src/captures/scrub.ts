import { unzipSync, constants as zlib } from 'node:zlib';
import { type DecodedText, decodeEscapesRepeatedly } from './decoding.js';

/** Replaces secrets by as many `x`. */
export interface SecretScrubber {
  text(text: string): string;
  /** The same for bytes in any character set. A compressed body that contains a secret is decompressed. */
  bytes(bytes: Uint8Array): Uint8Array;
}

/** The minimum length of a secret and of its encodings, because shorter texts also occur by chance. */
const minLength = 6;
/** Limit of encodings that enclose a whole text, such as base64 within gzip within base64. */
const maxNesting = 4;

/**
 * Creates a scrubber that finds secrets in any case, character set and mixture of encodings: escapes of URLs, JSON, JavaScript and
 * HTML, hexadecimal, decimal lists of bytes, and base64 and its variants, also within longer and compressed texts.
 *
 * @param secrets those of fewer than six characters are not searched for
 */
export function createSecretScrubber(secrets: readonly string[]): SecretScrubber {
  const needles = [...new Set(secrets.filter(({ length }) => length >= minLength).flatMap(needlesOf))];
  const scrubbed = (text: string) => masked(text, spansIn(text, needles, 0));
  function cleanBytes(bytes: Uint8Array): Uint8Array {
    const inflated = inflate(bytes);
    if (inflated !== undefined && spansIn(latin1(inflated), needles, 0).length > 0) return cleanBytes(inflated);
    return Buffer.from(scrubbed(latin1(bytes)), 'latin1');
  }

  return {
    text(text) {
      const bytes = Buffer.from(text).toString('latin1');
      const clean = scrubbed(bytes);
      return clean === bytes ? text : Buffer.from(clean, 'latin1').toString();
    },
    bytes: cleanBytes,
  };
}

/** Begin and end of a secret in a text. */
type Span = readonly [start: number, end: number];

function masked(text: string, spans: readonly Span[]): string {
  let done = 0;
  const parts: string[] = [];
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    parts.push(text.slice(done, from), 'x'.repeat(end - from));
    done = end;
  }
  return parts.join('') + text.slice(done);
}

function spansIn(text: string, needles: readonly string[], nesting: number): Span[] {
  const decodings = [...decodeEscapesRepeatedly(text)];
  const spans = decodings.flatMap((decoded) => spansOf(decoded, needles));
  if (nesting >= maxNesting) return spans;
  // Wrapped base64 is complete only in the decoded text, and a word before a line break is separate only in the original.
  const distinct = new Set([decodings[0]!, decodings.at(-1)!]);
  return [...spans, ...[...distinct].flatMap((decoded) => spansOfRuns(decoded, needles, nesting + 1))];
}

function spansOf({ text, starts, ends }: DecodedText, needles: readonly string[]): Span[] {
  const folded = fold(text);
  return needles.flatMap((needle) => {
    const spans: Span[] = [];
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
      spans.push([starts[at]!, ends[at + needle.length - 1]!]);
    return spans;
  });
}

/** Sequences of base64 or hexadecimal digits that are long enough to contain a secret in another encoding. */
const runs = /[a-z\d+/_-]{11,}/gi;
const hexRun = /^(?:[\da-f]{2})+$/i;

/** Separates decoded sequences. It is neither an escape nor part of one. */
const separator = '\x01\x01';

/**
 * Sequences that contain a secret when they are decoded as base64 or hexadecimal, and decompressed if necessary. The decoded
 * sequences are searched as one text, because there are thousands of short ones on a page.
 */
function spansOfRuns({ text, starts, ends }: DecodedText, needles: readonly string[], nesting: number): Span[] {
  const parts: string[] = [];
  const owners: { end: number; span: Span }[] = [];
  let length = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    const span = [starts[index]!, ends[index + run.length - 1]!] as const;
    for (const encoding of hexRun.test(run) ? (['base64', 'hex'] as const) : (['base64'] as const)) {
      const bytes = Buffer.from(run, encoding);
      const part = latin1(inflate(bytes) ?? bytes);
      parts.push(part);
      length += part.length + separator.length;
      owners.push({ end: length, span });
    }
  }
  const starting = spansIn(parts.join(separator), needles, nesting).map(([start]) => start);
  let owner = 0;
  return starting
    .toSorted((one, other) => one - other)
    .map((start) => {
      while (owners[owner]!.end <= start) owner += 1;
      return owners[owner]!.span;
    });
}

/** Makes texts comparable: in lower case, with one sign each for the variants of base64 and for the space of forms. */
function fold(text: string): string {
  return text.toLowerCase().replace(/[+-]/g, ' ').replaceAll('_', '/');
}

/** The folded texts by which a secret is found in decoded texts. */
function needlesOf(secret: string): string[] {
  const needles = [...new Set(spellingsOf(secret))].flatMap(encoded).flatMap((bytes) => {
    return [...[...decodeEscapesRepeatedly(bytes)].map(({ text }) => text), ...listsOf(bytes), ...alignedBase64(bytes)];
  });
  return needles.map(fold).filter((needle) => needle.length >= minLength && needle.trim() !== '');
}

/** Bytes as numbers one after another, such as in dumps, arrays, quoted-printable text and escapes of CSS. */
function listsOf(bytes: string): string[] {
  const codes = [...Buffer.from(bytes, 'latin1')];
  const hex = codes.map((code) => code.toString(16).padStart(2, '0'));
  const separators = ['', ' ', ':', '=', '\\', ' \\', '\\0000', '}\\x{', ',0x', ', 0x', ' 0x'];
  const decimal = [',', ', ', ' '].map((separator) => codes.join(separator));
  return [...separators.map((separator) => hex.join(separator)), ...decimal];
}

/** The spellings of letters beyond ASCII, of which Unicode has several and whose case is not folded in bytes. */
function spellingsOf(secret: string): string[] {
  const text = secret.replace(/\p{Surrogate}/gu, '\ufffd'); // a lone surrogate has no bytes
  const normal = [text, text.normalize('NFC'), text.normalize('NFD')];
  return normal.flatMap((one) => (/^[ -~]*$/.test(one) ? [one] : [one, one.toUpperCase(), one.toLowerCase()]));
}

/** The bytes of a text as Latin-1 strings: in UTF-8, in Latin-1 if possible, and in UTF-16 without zero bytes. */
function encoded(text: string): string[] {
  const utf16 = Buffer.from(text, 'utf16le');
  const isLatin1 = utf16.every((byte, index) => index % 2 === 0 || byte === 0);
  const others = isLatin1 ? [text] : [latin1(utf16), latin1(utf16.swap16())].map((bytes) => bytes.replaceAll('\0', ''));
  return [latin1(Buffer.from(text)), ...others];
}

/** The base64 of bytes within a longer text, for each alignment, without the characters that depend on what is beside it. */
function alignedBase64(bytes: string): string[] {
  return [0, 1, 2].map((before) => {
    const shifted = Buffer.from('\0'.repeat(before) + bytes, 'latin1');
    const whole = shifted.toString('base64').replace(/={1,2}$/, '');
    return whole.slice(before === 0 ? 0 : before + 1, shifted.length % 3 === 0 ? undefined : -1);
  });
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const maxInflated = 16 * 1024 * 1024;
/** The first byte of gzip and of zlib. */
const compressedStarts: ReadonlySet<number | undefined> = new Set([0x1f, 0x78]);

/** Decompresses gzip and zlib, also if they are cut off; undefined for anything else. */
function inflate(bytes: Uint8Array): Uint8Array | undefined {
  const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: maxInflated };
  try {
    if (compressedStarts.has(bytes[0])) return unzipSync(bytes, options);
  } catch {
    // It only begins like compressed data.
  }
  return undefined;
}
