import { decodeMessage, encodeMessage, type WireField } from './protobuf.js';
import type { UuleParts } from './types.js';

/** Numbers of the fields of the engine's location descriptor. */
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
export function encodeName(canonicalName: string): Uint8Array {
  return encodeMessage([
    [field.role, defaultLocation],
    [field.producer, setByHand],
    [field.name, canonicalName],
  ]);
}

/** Reads the message in its binary form; undefined where it is none. */
export function decodeBinary(payload: Uint8Array): UuleParts | undefined {
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
