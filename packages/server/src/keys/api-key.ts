import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors/api-error.js';

/** A key that the service knows. The key itself is not kept, only its SHA-256. */
export interface ApiKey {
  /** Names the key in logs and quotas. */
  readonly id: string;
  readonly digest: Buffer;
  /** Whether the key is known but disabled. */
  readonly disabled: boolean;
}

/**
 * The key of one entry: `id:sha256`, where the SHA-256 of the key is 64 hexadecimal digits, or the plain key, whose id
 * is then the start of its digest. Undefined for an entry that is neither.
 */
export function parseApiKey(entry: string, state: { disabled: boolean }): ApiKey | undefined {
  const hashed = /^([\w.-]{1,64}):([0-9a-f]{64})$/i.exec(entry);
  if (hashed) return { id: hashed[1]!, digest: Buffer.from(hashed[2]!, 'hex'), ...state };
  // Only what a header value can carry unchanged can be a key.
  if (!/^[\x21-\x7e]{8,256}$/.test(entry)) return undefined;
  const digest = digestOf(entry);
  return { id: digest.toString('hex').slice(0, 8), digest, ...state };
}

/**
 * The key that an `x-api-key` header presents. Throws an `ApiError` unless it is known and in use. Takes the same time
 * for every value: digests are compared, and with all keys.
 */
export function authenticate(header: string | string[] | undefined, keys: readonly ApiKey[]): ApiKey {
  const presented = [header].flat().join(', ').trim();
  if (presented === '') throw unauthorised('missing_api_key', 'The header "x-api-key" is missing.');
  const digest = digestOf(presented);
  const [key] = keys.filter((known) => timingSafeEqual(known.digest, digest));
  if (key === undefined) throw unauthorised('invalid_api_key', 'The key in the header "x-api-key" is not known.');
  if (key.disabled) throw new ApiError('api_key_disabled', 'The key in the header "x-api-key" is switched off.');
  return key;
}

function unauthorised(code: 'missing_api_key' | 'invalid_api_key', detail: string): ApiError {
  return new ApiError(code, detail, { headers: { 'www-authenticate': 'ApiKey realm="svc", header="x-api-key"' } });
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
