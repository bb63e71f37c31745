/** State of a search that another process leads. */
type LeaseState =
  | { readonly state: 'in_progress' }
  | { readonly state: 'done'; readonly outcome: string }
  /** It ended without an outcome for others, or its process died. */
  | { readonly state: 'lost' };

/** A search, and one attempt to lead it. */
export interface SearchLease {
  /** The same for searches that have the same answer. */
  readonly key: string;
  /** Unique to one holder. */
  readonly token: string;
}

/**
 * Searches in progress in all processes, each run by the process that holds its lease. Leases expire, so that processes do not
 * wait for one that died.
 *
 * Every method is atomic: concurrent callers each see the effect of those before them.
 */
export interface SearchLeaseStore {
  /** Acquires or renews a lease for some milliseconds. Resolves to the token of its holder, which may be another process. */
  acquire(lease: SearchLease, milliseconds: number): Promise<string>;
  /** Reads the state of a search of another process. While it is in progress, the caller counts as waiting for it. */
  read(other: SearchLease): Promise<LeaseState>;
  /** Releases a lease that nobody waits for. If somebody waits, keeps it and resolves to true: then call `publish`. */
  release(lease: SearchLease): Promise<boolean>;
  /**
   * Releases a lease and publishes its outcome for some milliseconds. No effect if the lease has been lost.
   *
   * @param outcome null if there is none for others: one of them then searches itself
   */
  publish(lease: SearchLease, outcome: string | null, milliseconds: number): Promise<void>;
}
