import { ApiError } from '../../errors/api-error.js';
import type { KeyUse } from './api-key.js';

/** Watches the keys of running work for revocation. */
export interface Revocations {
  /** See `KeyRing.watch`. */
  watch(use: KeyUse, onRevoked: (reason: ApiError) => void): () => void;
  /** Checks all watched keys, after a change. */
  look(): void;
  /** Stops watching. */
  close(): void;
}

interface Watched {
  readonly use: KeyUse;
  readonly onRevoked: (reason: ApiError) => void;
}

/** Milliseconds between two checks, since a key may expire without a change. */
const interval = 500;

/** Watches keys by checking them again. @param check see `KeyRing.check` */
export function createRevocations(check: (use: KeyUse) => unknown): Revocations {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const reasons = new Map<string, ApiError | undefined>(); // a batch watches one key many times
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

/** Why a key may no longer be used; undefined if it may, or if that is unknown at the moment. */
function reasonOf(check: (use: KeyUse) => unknown, use: KeyUse): ApiError | undefined {
  try {
    check(use);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'overloaded' ? undefined : error;
  }
}
