/** State of a search that another process leads. */
type LeaseState =
  | { readonly state: 'in_progress' }
  | { readonly state: 'done'; readonly outcome: string }
  /** It ended without an outcome of use to others, or its process died. */
  | { readonly state: 'lost' };

/** A search, and one attempt to lead it. */
export interface SearchLease {
  /** The same for searches that have the same answer. */
  readonly key: string;
  /** Unique to one holder. */
  readonly token: string;
}

/**
 * Searches in progress across processes, each led by the one that holds its lease. A lease expires by itself, so that
 * processes waiting for one that died go on without it.
 *
 * Every method is atomic: concurrent callers each see the effect of those before them.
 */
export interface SearchLeaseStore {
  /** Acquires or renews a lease for so many milliseconds. Resolves to the token of its holder: its own, or another's. */
  acquire(lease: SearchLease, milliseconds: number): Promise<string>;
  /** Reads the state of a search led by another, and registers as waiting for its outcome while it is in progress. */
  read(other: SearchLease): Promise<LeaseState>;
  /** Releases a lease nobody waits on. Resolves to true, and keeps it, where somebody waits: then call `publish`. */
  release(lease: SearchLease): Promise<boolean>;
  /**
   * Releases a lease and publishes its outcome for so many milliseconds. No effect once the lease is lost.
   *
   * @param outcome null where there is none of use to others: one of them then searches
   */
  publish(lease: SearchLease, outcome: string | null, milliseconds: number): Promise<void>;
}

interface HeldLease {
  readonly token: string;
  until: number;
  isAwaited: boolean;
}

/** Creates a store in the memory of one process. @param now the clock, in milliseconds */
export function memorySearchLeases(now: () => number = () => performance.now()): SearchLeaseStore {
  const leases = new Map<string, HeldLease>();
  const outcomes = new Map<string, { readonly outcome: string; readonly until: number }>();

  function heldBy({ key, token }: SearchLease): HeldLease | undefined {
    const held = leases.get(key);
    return held?.token === token && held.until > now() ? held : undefined;
  }

  /** Outcomes are few and short-lived. */
  function dropExpired(): void {
    for (const [token, { until }] of outcomes) if (until <= now()) outcomes.delete(token);
  }

  return {
    async acquire({ key, token }, milliseconds) {
      const held = leases.get(key);
      if (held !== undefined && held.until > now() && held.token !== token) return held.token;
      const isAwaited = held?.token === token && held.isAwaited;
      leases.set(key, { token, until: now() + milliseconds, isAwaited });
      return token;
    },
    async read(other) {
      dropExpired();
      const published = outcomes.get(other.token);
      if (published !== undefined) return { state: 'done', outcome: published.outcome };
      const held = heldBy(other);
      if (held === undefined) return { state: 'lost' };
      held.isAwaited = true;
      return { state: 'in_progress' };
    },
    async release(lease) {
      const held = heldBy(lease);
      if (held === undefined) return false;
      if (!held.isAwaited) leases.delete(lease.key);
      return held.isAwaited;
    },
    async publish(lease, outcome, milliseconds) {
      if (heldBy(lease) === undefined) return;
      leases.delete(lease.key);
      dropExpired();
      if (outcome !== null) outcomes.set(lease.token, { outcome, until: now() + milliseconds });
    },
  };
}
