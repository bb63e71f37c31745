import { ApiError } from '../errors/api-error.js';

/** Bytes that bodies under way may hold, together and of one caller. */
export interface BodyPool {
  /** Opens an account for the body of one request. */
  open(caller: string): HeldBytes;
  /** Bytes that are held. */
  held(): number;
}

/** The bytes of one body. */
export interface HeldBytes {
  /** Takes so many more. Throws an `ApiError` of code `rate_limited` or `overloaded` where there are not so many left. */
  take(bytes: number): void;
  /** Gives all of them back; further calls have no effect. */
  release(): void;
}

/** How much there is, in bytes. */
export interface BodyPoolOptions {
  /** For all callers. */
  total: number;
  /** For each. */
  perCaller: number;
}

/** Makes a pool from which nothing is taken. */
export function createBodyPool({ total, perCaller }: BodyPoolOptions): BodyPool {
  const callers = new Map<string, number>();
  let held = 0;

  function add(caller: string, bytes: number): void {
    held += bytes;
    const sum = (callers.get(caller) ?? 0) + bytes;
    if (sum > 0) callers.set(caller, sum);
    else callers.delete(caller);
  }

  return {
    held: () => held,
    open(caller) {
      let own = 0;
      return {
        take(bytes) {
          if ((callers.get(caller) ?? 0) + bytes > perCaller) throw callerFull(perCaller);
          if (held + bytes > total) throw new ApiError('overloaded', 'Too many bytes of requests are on their way.');
          add(caller, bytes);
          own += bytes;
        },
        release() {
          add(caller, -own);
          own = 0;
        },
      };
    },
  };
}

function callerFull(bytes: number): ApiError {
  const detail = `The requests of the key that are on their way hold ${Math.floor(bytes / 1e6)} MB, as much as they may.`;
  return new ApiError('rate_limited', detail, { retryAfter: 1 });
}
