/** A field as it stands on the wire: varints and fixed numbers as bits, the rest as bytes. */
export interface WireField {
  number: number;
  value: bigint | Uint8Array;
}

const varint = 0;
const fixed64 = 1;
const bytes = 2;
const fixed32 = 5;

/** Writes fields; numbers as varints, text as bytes in UTF-8. */
export function encodeMessage(fields: readonly (readonly [number: number, value: number | string])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [...encodeVarint((number << 3) | varint), ...encodeVarint(value)];
      const text = new TextEncoder().encode(value);
      return [...encodeVarint((number << 3) | bytes), ...encodeVarint(text.length), ...text];
    }),
  );
}

/** Reads the fields of a message, in their order; undefined where the message is cut short or is none. */
export function decodeMessage(message: Uint8Array): WireField[] | undefined {
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

/** Reads from the start to the end; every method gives undefined when too few bytes are left. */
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
