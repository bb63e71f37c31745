import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { startReading } from '../reading.js';
import type { GammaSearchResult } from '../types.js';

export function parseGammaSearch(body: string | Uint8Array, options?: ParseOptions): GammaSearchResult {
  startReading(body, options);
  throw new PageError('unrecognised');
}
