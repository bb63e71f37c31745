import type { UuleLocation, UuleParts, UulePoint } from './types.js';
import { decodeUuleMessage, encodeNameMessage } from './uule-binary.js';

/** Maximum length of a `uule`, in characters. */
const maxLength = 2_048;

/**
 * Encodes a place by its canonical name (`uule` v1). The engine ignores names that are not in its own list; see `importPlaces`.
 *
 * @throws {RangeError} for an empty name
 */
export function encodeNameUule(canonicalName: string): string {
  if (canonicalName === '') throw new RangeError('The canonical name must not be empty');
  return `w+${toBase64(encodeNameMessage(canonicalName))}`;
}

/** Encodes coordinates (`uule` v2). Throws a `RangeError` for invalid coordinates or an invalid time. */
export function encodeCoordinatesUule({ latitude, longitude, time = Date.now() }: UulePoint): string {
  checkRange('latitude', latitude, 90);
  checkRange('longitude', longitude, 180);
  checkRange('time', time, Number.MAX_SAFE_INTEGER / 1000);
  return `a+${toBase64(encodeText({ latitude, longitude, time }))}`;
}

/**
 * Decodes a `uule` in any of its forms, also with `%2B` or a space instead of `+`, or with `%3D`. Undefined if it is invalid: wrong
 * prefix, not base64, or a truncated message.
 */
export function decodeUule(uule: string): UuleLocation | undefined {
  const plain = unescapeUule(uule);
  if (!hasShape(plain)) return undefined;
  const payload = Buffer.from(plain.slice(2), 'base64url');
  const parts = plain.startsWith('w') ? decodeUuleMessage(payload) : decodeText(payload.toString('utf8'));
  return parts && Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/**
 * Whether a value is a valid `uule` of at most 2,048 characters: `w` or `a`, then `+` or a space, then the base64 of a message with a
 * name, coordinates or a feature id.
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
  if (!Number.isFinite(value) || Math.abs(value) > limit)
    throw new RangeError(`The ${name} must be from -${limit} to ${limit}, not ${value}`);
}

function toBase64(payload: Uint8Array): string {
  return Buffer.from(payload).toString('base64url');
}

function unescapeUule(uule: string): string {
  return uule.replace(/%2B/gi, '+').replace(/%3D/gi, '=').replace(/%20/g, ' ');
}

/** Names for the numbers of a role or producer. */
const codes: Readonly<Record<string, number>> = {
  CURRENT_LOCATION: 1,
  DEFAULT_LOCATION: 2,
  QUERY: 3,
  USER_SPECIFIED_FOR_REQUEST: 4,
  LOGGED_IN_USER_SPECIFIED: 1,
  IP_ADDRESS: 3,
  LOCAL_UNIVERSAL: 8,
  DEVICE_LOCATION: 12,
  DEFAULT_LOCATION_OVERRIDE_PRODUCER: 32,
};

/** The text form of the message for a device at a point. */
function encodeText({ latitude, longitude, time }: UulePoint & { time: number }): Uint8Array {
  const point = `latlng{\nlatitude_e7:${e7(latitude)}\nlongitude_e7:${e7(longitude)}\n}`;
  const lines = ['role:1', 'producer:12', 'provenance:0', `timestamp:${Math.round(time * 1000)}`, point, 'radius:-1'];
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}

/**
 * Decodes the text form: fields in any order, on one or several lines, with or without spaces, with numbers or their names. Undefined
 * if there is no field.
 */
function decodeText(text: string): UuleParts | undefined {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/\b(\w+)\s*:\s*([\w.+-]+)/g)) values.set(name, value);
  if (values.size === 0) return undefined;
  return {
    role: numberOf(values.get('role')),
    producer: numberOf(values.get('producer')),
    provenance: numberOf(values.get('provenance')),
    timestamp: values.get('timestamp'),
    latitude: degreesOf(values.get('latitude_e7')),
    longitude: degreesOf(values.get('longitude_e7')),
    radius: numberOf(values.get('radius')),
    name: undefined,
    feature_id: undefined,
  };
}

function e7(degrees: number): number {
  return Math.round(degrees * 1e7);
}

function numberOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = codes[value] ?? Number(value);
  return Number.isNaN(number) ? undefined : number;
}

function degreesOf(value: string | undefined): number | undefined {
  const number = numberOf(value);
  return number === undefined ? undefined : number / 1e7;
}
