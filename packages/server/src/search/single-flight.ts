/** What became of a search that another process had in progress. */
type Flight =
  | { readonly state: 'in_progress' }
  | { readonly state: 'over'; readonly outcome: string }
  /** It ended without an outcome that others could use, or its process has died. */
  | { readonly state: 'lost' };

/** A search, and who has it or wants it. */
export interface FlightClaim {
  /** The same for searches that have the same answer. */
  readonly key: string;
  /** Unique to one claim. */
  readonly token: string;
}

/**
 * Searches that processes have in progress, each had by one of them. A claim ends by itself, so that the searches which wait
 * for a process that died go on without it.
 *
 * Every method is atomic: of callers that come at once each sees the effect of those before it.
 */
export interface FlightStore {
  /**
   * Claims a search for so many milliseconds, or prolongs the claim. Resolves to the token of whoever has it: its own, or
   * that of another.
   */
  claim(claim: FlightClaim, milliseconds: number): Promise<string>;
  /** What became of the search of another; whoever looks while it is in progress counts as waiting for its outcome. */
  look(other: FlightClaim): Promise<Flight>;
  /** Gives a claim up; true, and it stays, where somebody waits for the outcome: `tell` it then. */
  end(claim: FlightClaim): Promise<boolean>;
  /**
   * Gives a claim up and tells its outcome, for so many milliseconds. No effect for a claim that is lost.
   *
   * @param outcome null where there is none that others could use: one of them then searches
   */
  tell(claim: FlightClaim, outcome: string | null, milliseconds: number): Promise<void>;
}

interface Held {
  readonly token: string;
  until: number;
  isAwaited: boolean;
}

/** Keeps what is in progress in the memory of one process. @param now the clock, milliseconds */
export function memoryFlights(now: () => number = () => performance.now()): FlightStore {
  const claims = new Map<string, Held>();
  const outcomes = new Map<string, { readonly outcome: string; readonly until: number }>();

  /** The claim on a search that has not ended, if it is of that token. */
  function heldBy({ key, token }: FlightClaim): Held | undefined {
    const held = claims.get(key);
    return held?.token === token && held.until > now() ? held : undefined;
  }

  /** Outcomes are few and short-lived. */
  function forgetOld(): void {
    for (const [token, { until }] of outcomes) if (until <= now()) outcomes.delete(token);
  }

  return {
    async claim({ key, token }, milliseconds) {
      const held = claims.get(key);
      if (held !== undefined && held.until > now() && held.token !== token) return held.token;
      const isAwaited = held?.token === token && held.isAwaited;
      claims.set(key, { token, until: now() + milliseconds, isAwaited });
      return token;
    },
    async look(other) {
      forgetOld();
      const told = outcomes.get(other.token);
      if (told !== undefined) return { state: 'over', outcome: told.outcome };
      const held = heldBy(other);
      if (held === undefined) return { state: 'lost' };
      held.isAwaited = true;
      return { state: 'in_progress' };
    },
    async end(claim) {
      const held = heldBy(claim);
      if (held === undefined) return false;
      if (!held.isAwaited) claims.delete(claim.key);
      return held.isAwaited;
    },
    async tell(claim, outcome, milliseconds) {
      if (heldBy(claim) === undefined) return;
      claims.delete(claim.key);
      forgetOld();
      if (outcome !== null) outcomes.set(claim.token, { outcome, until: now() + milliseconds });
    },
  };
}
