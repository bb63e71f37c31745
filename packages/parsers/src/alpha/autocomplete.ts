import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { startReading } from '../reading.js';
import type { AlphaAutocompleteResult } from '../types.js';

export function parseAlphaAutocomplete(body: string | Uint8Array, options?: ParseOptions): AlphaAutocompleteResult {
  startReading(body, options);
  throw new PageError('unrecognised');
}
