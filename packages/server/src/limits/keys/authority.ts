import type { ApiKey, KeyUse } from './api-key.js';
import type { KeyRing } from './key-ring.js';

/** The right of a batch or a job to go on in the name of the key that asked for it, checked again for each of its lines. */
export interface Authority {
  /** Id of the key. */
  readonly id: string;
  /** The key as it is now. Throws an `ApiError` once it may not be used, see `KeyRing.check`. */
  key(): ApiKey;
  /** Aborted with that error as its reason, so that what waits or is on its way ends too. */
  readonly signal: AbortSignal;
  /** Ends the watch; to be called once. */
  release(): void;
}

/** Holds on to the use of a key. Where the key is already revoked, `key` throws from the start. */
export function holdKey(keys: Pick<KeyRing, 'check' | 'watch'>, use: KeyUse): Authority {
  const revoked = new AbortController();
  const release = keys.watch(use, (reason) => revoked.abort(reason));
  return { id: use.id, key: () => keys.check(use), signal: revoked.signal, release };
}
