/** Largest body of a batch, in bytes. */
export const batchBytes: number = 16 * 1024 * 1024;

/** Greatest number of lines of a batch. */
export const batchLines = 10_000;

/** Path of the batches that are answered at once. */
export const batchPath = '/api/v1/batch';

/** Path of the batches that are jobs. */
export const jobsPath = '/api/v1/batches';
