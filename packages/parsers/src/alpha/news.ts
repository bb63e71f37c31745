import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { startReading } from '../reading.js';
import type { AlphaNewsResult } from '../types.js';

export function parseAlphaNews(body: string | Uint8Array, options?: ParseOptions): AlphaNewsResult {
  startReading(body, options);
  throw new PageError('unrecognised');
}
