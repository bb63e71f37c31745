import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { startReading } from '../reading.js';
import type { AlphaVideosResult } from '../types.js';

export function parseAlphaVideos(body: string | Uint8Array, options?: ParseOptions): AlphaVideosResult {
  startReading(body, options);
  throw new PageError('unrecognised');
}
