import type * as NodeBuffer from 'node:buffer';

type Coders = Pick<typeof NodeBuffer, 'isAscii' | 'isUtf8' | 'transcode'>;

/** Node's own routines, undefined elsewhere. Not imported: bundles for browsers and for the edge could not load them. */
const coders = working(
  (globalThis as { process?: { getBuiltinModule?(id: string): unknown } }).process?.getBuiltinModule?.('node:buffer'),
);

/**
 * What `new TextDecoder().decode(bytes)` gives. In Node, valid UTF-8 is converted with SIMD routines, in a fraction of
 * the time that the decoder of Node 20 takes. Invalid UTF-8 is left to the decoder.
 */
export function decodeUtf8(bytes: Uint8Array, decoder: InstanceType<typeof TextDecoder> = new TextDecoder()): string {
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
