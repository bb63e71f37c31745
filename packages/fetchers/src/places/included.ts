import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A file of the built package. */
export function builtFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/fetchers/package.json')), 'dist', name);
}

/** The list of places that comes with the package, see `packRows`. */
export function includedPlaceList(): Uint8Array {
  return brotliDecompressSync(readFileSync(builtFile('places.br')), { chunkSize: 1 << 22 });
}
