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
