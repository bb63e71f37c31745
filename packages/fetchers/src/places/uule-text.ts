import type { UuleParts, UulePoint } from './types.js';

/** Names that stand for the numbers of a role or producer. */
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

/** The message of a device at a point, in its text form. */
export function encodeText({ latitude, longitude, time }: Required<UulePoint>): Uint8Array {
  const point = `latlng{\nlatitude_e7:${e7(latitude)}\nlongitude_e7:${e7(longitude)}\n}`;
  const lines = ['role:1', 'producer:12', 'provenance:0', `timestamp:${Math.round(time * 1000)}`, point, 'radius:-1'];
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}

/**
 * Reads the text form: fields in any order, on one line or many, with or without spaces, numbers or their names.
 * Undefined where there is no field.
 */
export function decodeText(text: string): UuleParts | undefined {
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
