import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { startReading } from '../reading.js';
import type { BetaSearchResult } from '../types.js';

export function parseBetaSearch(body: string | Uint8Array, options?: ParseOptions): BetaSearchResult {
  startReading(body, options);
  throw new PageError('unrecognised');
}
