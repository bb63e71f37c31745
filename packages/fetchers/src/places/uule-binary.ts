import type { UuleParts } from './types.js';

/** Field numbers of the engine's location descriptor. */
const field = {
  role: 1,
  producer: 2,
  timestamp: 3,
  name: 4,
  point: 5,
  radius: 7,
  provenance: 9,
  feature: 10,
} as const;

const defaultLocation = 2;
const setByHand = 32;

/** The message that names a place. */
export function encodeNameMessage(canonicalName: string): Uint8Array {
  return encodeMessage([
    [field.role, defaultLocation],
    [field.producer, setByHand],
    [field.name, canonicalName],
  ]);
}

/** Decodes the binary form of the message; undefined if it is invalid. */
export function decodeUuleMessage(payload: Uint8Array): UuleParts | undefined {
  const fields = decodeMessage(payload);
  if (fields === undefined) return undefined;
  const point = messageIn(fields, field.point);
  return {
    role: numberIn(fields, field.role),
    producer: numberIn(fields, field.producer),
    provenance: numberIn(fields, field.provenance),
    timestamp: bitsIn(fields, field.timestamp)?.toString(),
    name: textIn(fields, field.name),
    latitude: degreesIn(point, 1),
    longitude: degreesIn(point, 2),
    radius: radiusIn(fields),
    feature_id: featureIn(fields),
  };
}

function bitsIn(fields: readonly WireField[], wanted: number): bigint | undefined {
  const value = fields.findLast(({ number }) => number === wanted)?.value;
  return typeof value === 'bigint' ? value : undefined;
}

function bytesIn(fields: readonly WireField[], wanted: number): Uint8Array | undefined {
  const value = fields.findLast(({ number }) => number === wanted)?.value;
  return typeof value === 'object' ? value : undefined;
}

function numberIn(fields: readonly WireField[], wanted: number): number | undefined {
  const bits = bitsIn(fields, wanted);
  return bits === undefined ? undefined : Number(bits);
}

function textIn(fields: readonly WireField[], wanted: number): string | undefined {
  const bytes = bytesIn(fields, wanted);
  return bytes && new TextDecoder().decode(bytes);
}

function messageIn(fields: readonly WireField[], wanted: number): WireField[] {
  const bytes = bytesIn(fields, wanted);
  return (bytes && decodeMessage(bytes)) ?? [];
}

function degreesIn(fields: readonly WireField[], wanted: number): number | undefined {
  const bits = bitsIn(fields, wanted);
  return bits === undefined ? undefined : Number(BigInt.asIntN(32, bits)) / 1e7;
}

function radiusIn(fields: readonly WireField[]): number | undefined {
  const bits = bitsIn(fields, field.radius);
  return bits === undefined ? undefined : new Float32Array(Uint32Array.of(Number(bits)).buffer)[0];
}

function featureIn(fields: readonly WireField[]): UuleParts['feature_id'] {
  const feature = messageIn(fields, field.feature);
  const cell = bitsIn(feature, 1);
  const fingerprint = bitsIn(feature, 2);
  if (cell === undefined || fingerprint === undefined) return undefined;
  return { cell_id: `0x${cell.toString(16)}`, fprint: `0x${fingerprint.toString(16)}` };
}

/** A field in wire format: varints and fixed-size numbers as bits, others as bytes. */
interface WireField {
  number: number;
  value: bigint | Uint8Array;
}

const varint = 0;
const fixed64 = 1;
const bytes = 2;
const fixed32 = 5;

/** Encodes fields: numbers as varints, texts in UTF-8. */
function encodeMessage(fields: readonly (readonly [number: number, value: number | string])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [...encodeVarint((number << 3) | varint), ...encodeVarint(value)];
      const text = new TextEncoder().encode(value);
      return [...encodeVarint((number << 3) | bytes), ...encodeVarint(text.length), ...text];
    }),
  );
}

/** Decodes the fields of a message, in order; undefined if the message is truncated or invalid. */
function decodeMessage(message: Uint8Array): WireField[] | undefined {
  const reader = new Reader(message);
  const fields: WireField[] = [];
  while (!reader.atEnd) {
    const tag = reader.varint();
    const value = tag === undefined ? undefined : reader.value(Number(tag & 7n));
    if (tag === undefined || value === undefined) return undefined;
    fields.push({ number: Number(tag >> 3n), value });
  }
  return fields;
}

function encodeVarint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...encodeVarint(Math.floor(value / 0x80))];
}

/** Reads bytes sequentially. Every method returns undefined if too few bytes are left. */
class Reader {
  private readonly message: Uint8Array;
  private position = 0;

  constructor(message: Uint8Array) {
    this.message = message;
  }

  get atEnd(): boolean {
    return this.position >= this.message.length;
  }

  value(wireType: number): bigint | Uint8Array | undefined {
    if (wireType === varint) return this.varint();
    if (wireType === fixed64) return this.fixed(8);
    if (wireType === fixed32) return this.fixed(4);
    if (wireType !== bytes) return undefined;
    const length = this.varint();
    return length === undefined ? undefined : this.take(Number(length));
  }

  varint(): bigint | undefined {
    for (let value = 0n, shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.message[this.position];
      if (byte === undefined) return undefined;
      this.position += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  }

  private fixed(size: number): bigint | undefined {
    return this.take(size)?.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  }

  private take(size: number): Uint8Array | undefined {
    if (this.position + size > this.message.length) return undefined;
    this.position += size;
    return this.message.subarray(this.position - size, this.position);
  }
}
