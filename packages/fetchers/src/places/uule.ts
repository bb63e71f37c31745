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

/** Encodes a point (`uule` v2). Throws a `RangeError` for coordinates that are on no map, and for a time that is none. */
export function encodeCoordinatesUule({ latitude, longitude, time = Date.now() }: UulePoint): string {
  checkRange('latitude', latitude, 90);
  checkRange('longitude', longitude, 180);
  checkRange('time', time, Number.MAX_SAFE_INTEGER / 1000);
  return `a+${toBase64(encodeText({ latitude, longitude, time }))}`;
}

/**
 * Reads a `uule` in any of its forms, also with `%2B`, a space for `+`, or `%3D`. Undefined where it is none: wrong
 * prefix, not base64, or a message cut short.
 */
export function decodeUule(uule: string): UuleLocation | undefined {
  const plain = unescapeUule(uule);
  if (!hasShape(plain)) return undefined;
  const payload = Buffer.from(plain.slice(2), 'base64url');
  const parts = plain.startsWith('w') ? decodeBinary(payload) : decodeText(payload.toString('utf8'));
  return parts && Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/**
 * Whether a value is a `uule`: `w` or `a`, `+` or a space, then base64 of a message that gives a place by its name, its
 * coordinates or the number of its feature, at most 2,048 characters.
 */
export function isUule(value: string): boolean {
  if (!hasShape(value)) return false;
  const { name, latitude, longitude, feature_id: feature } = decodeUule(value) ?? {};
  return name !== undefined || feature !== undefined || (latitude !== undefined && longitude !== undefined);
}

function hasShape(value: string): boolean {
  return value.length <= maxLength && /^[wa][+ ][\w+/-]+={0,2}$/.test(value);
}

function checkRange(name: string, value: number, limit: number): void {
  if (!(Math.abs(value) <= limit)) throw new RangeError(`The ${name} must be from -${limit} to ${limit}, not ${value}`);
}

function toBase64(payload: Uint8Array): string {
  return Buffer.from(payload).toString('base64url');
}

function unescapeUule(uule: string): string {
  return uule.replace(/%2B/gi, '+').replace(/%3D/gi, '=').replace(/%20/g, ' ');
}
