import { ApiError } from '../errors/api-error.js';

/** Why a store of jobs cannot store anything at the moment. */
export type StoreFault = 'disk_full' | 'out_of_memory' | 'away';

const details: Readonly<Record<StoreFault, string>> = {
  disk_full: 'Batches cannot be stored: the disk is full.',
  out_of_memory: 'Batches cannot be stored: the memory of Redis is full.',
  away: 'The stored batches cannot be reached.',
};

/** The error for callers in the meantime. @param cause the error of the store, unless the fault was known before */
export function storeFaultError(fault: StoreFault, cause?: unknown): ApiError {
  const retryAfter = fault === 'away' ? 1 : 10;
  return new ApiError('overloaded', details[fault], { retryAfter, ...(cause !== undefined && { cause }) });
}
