import { ApiError } from '../../errors/api-error.js';
import type { KeyUse } from './api-key.js';

/** Work in progress whose keys may be revoked. */
export interface Revocations {
  /** See `KeyRing.watch`. */
  watch(use: KeyUse, onRevoked: (reason: ApiError) => void): () => void;
  /** Checks all that is watched, after a change of the keys. */
  look(): void;
  /** Watches nothing any longer. */
  close(): void;
}

interface Watched {
  readonly use: KeyUse;
  readonly onRevoked: (reason: ApiError) => void;
}

/** Milliseconds between two checks: a key may expire without any change of the keys. */
const interval = 500;

/** Watches keys by checking them again. @param check see `KeyRing.check` */
export function createRevocations(check: (use: KeyUse) => unknown): Revocations {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const reasons = new Map<string, ApiError | undefined>(); // a batch has many searches of one key
    for (const entry of [...watched]) {
      const { id, credential, scope = '' } = entry.use;
      const name = `${id} ${credential} ${scope}`;
      if (!reasons.has(name)) reasons.set(name, reasonOf(check, entry.use));
      const reason = reasons.get(name);
      if (reason === undefined) continue;
      end(entry);
      entry.onRevoked(reason);
    }
  }

  function end(entry: Watched): void {
    watched.delete(entry);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(use, onRevoked) {
      const entry = { use, onRevoked };
      watched.add(entry);
      timer ??= setInterval(look, interval).unref();
      return () => end(entry);
    },
    look,
    close() {
      watched.clear();
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Why a key may no longer be used; undefined where it may, or where that is not known at the moment. */
function reasonOf(check: (use: KeyUse) => unknown, use: KeyUse): ApiError | undefined {
  try {
    check(use);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'overloaded' ? undefined : error;
  }
}
