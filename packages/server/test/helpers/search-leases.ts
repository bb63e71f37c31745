import type { SearchLease, SearchLeaseStore } from '../../src/search/across-processes.js';

interface HeldLease {
  readonly token: string;
  until: number;
  isAwaited: boolean;
}

/** Creates a store in the memory of one process. @param now clock, in milliseconds */
export function memorySearchLeases(now: () => number = () => performance.now()): SearchLeaseStore {
  const leases = new Map<string, HeldLease>();
  const outcomes = new Map<string, { readonly outcome: string; readonly until: number }>();

  function heldBy({ key, token }: SearchLease): HeldLease | undefined {
    const held = leases.get(key);
    return held?.token === token && held.until > now() ? held : undefined;
  }

  /** A scan is fast enough, as outcomes are few and short-lived. */
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
