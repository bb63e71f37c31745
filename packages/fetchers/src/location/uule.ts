import type { UuleLocation, UulePoint } from './types.js';
import { decodeBinary, encodeName } from './uule-binary.js';
import { decodeText, encodeText } from './uule-text.js';

/** The largest `uule` accepted, in characters. */
const maxLength = 2_048;

/**
 * Encodes a place by its canonical name (`uule` v1). The engine ignores a name that its own list has not; see
 * `importPlaces`.
 */
export function encodeNameUule(canonicalName: string): string {
  return `w+${toBase64(encodeName(canonicalName))}`;
}

/** Encodes a point (`uule` v2). */
export function encodeCoordinatesUule({ latitude, longitude, time = Date.now() }: UulePoint): string {
  return `a+${toBase64(encodeText({ latitude, longitude, time }))}`;
}

/**
 * Reads a `uule` in any of its forms, also with `%2B`, a space for `+`, or `%3D`. Undefined where it is none: wrong
 * prefix, not base64, or a message cut short.
 */
export function decodeUule(uule: string): UuleLocation | undefined {
  const plain = unescapeUule(uule);
  if (!isUule(plain)) return undefined;
  const payload = Buffer.from(plain.slice(2), 'base64url');
  const parts = plain.startsWith('w') ? decodeBinary(payload) : decodeText(payload.toString('utf8'));
  return parts && Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** Whether a value has the shape of a `uule`: `w` or `a`, `+` or a space, base64, at most 2,048 characters. */
export function isUule(value: string): boolean {
  return value.length <= maxLength && /^[wa][+ ][\w+/-]+={0,2}$/.test(value);
}

function toBase64(payload: Uint8Array): string {
  return Buffer.from(payload).toString('base64url');
}

function unescapeUule(uule: string): string {
  return uule.replace(/%2B/gi, '+').replace(/%3D/gi, '=').replace(/%20/g, ' ');
}
