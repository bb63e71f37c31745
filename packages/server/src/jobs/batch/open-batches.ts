import { ApiError } from '../../errors/api-error.js';

/** Counts the batches in progress of each key. */
export interface OpenBatches {
  /** Counts one more until the returned function is called. Throws an `ApiError` with code `rate_limited` above the limit. */
  enter(id: string): () => void;
}

/** Creates a count that starts at none. @param most most batches of one key */
export function createOpenBatches(most: number): OpenBatches {
  const open = new Map<string, number>();
  return {
    enter(id) {
      const before = open.get(id) ?? 0;
      if (before >= most) {
        throw new ApiError('rate_limited', `The key has reached its limit of ${most} batches in progress.`, {
          retryAfter: 10,
        });
      }
      open.set(id, before + 1);
      return () => {
        const left = (open.get(id) ?? 1) - 1;
        if (left === 0) open.delete(id);
        else open.set(id, left);
      };
    },
  };
}
