import type { KeyRecord } from './key-record.js';

/** Why a store did not do what it was asked for. Its message names ids only. */
export class KeyStoreError extends Error {
  override readonly name = 'KeyStoreError';
  readonly code: 'unknown_key' | 'key_exists' | 'unusable' | 'away';

  constructor(code: KeyStoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Where keys are kept. Every change is atomic, also towards other processes: of those that come at once each sees the
 * effect of those before it. Throws a `KeyStoreError`: `unusable` when the store cannot be read or written, `away` when it
 * cannot be reached now.
 */
export interface KeyStore {
  /** All keys; undefined where there is nothing, not even a list without keys: none was made yet, or the place was lost. */
  list(): Promise<readonly KeyRecord[] | undefined>;
  /** Adds a key. Throws `key_exists` when there is one of its id. */
  add(record: KeyRecord): Promise<void>;
  /** Replaces a key by what `change` makes of it, and resolves to that. Throws `unknown_key`. */
  change(id: string, change: (record: KeyRecord) => KeyRecord): Promise<KeyRecord>;
  /** Removes a key. Throws `unknown_key`. */
  remove(id: string): Promise<void>;
  /** Calls back soon after each change, by this process or another. What it returns ends that. */
  onChange(listener: () => void): () => void;
}

/** The error for an id that no key has. */
export function unknownKey(id: string): KeyStoreError {
  return new KeyStoreError('unknown_key', `There is no key "${id}"`);
}
