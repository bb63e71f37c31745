import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { startReading } from '../reading.js';
import type { AlphaSearchResult } from '../types.js';

export function parseAlphaSearch(body: string | Uint8Array, options?: ParseOptions): AlphaSearchResult {
  startReading(body, options);
  throw new PageError('unrecognised');
}
