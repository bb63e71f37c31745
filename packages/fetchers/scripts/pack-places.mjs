// Packs data/places.tsv for the package, as dist/places.br: in columns, compressed. Part of the build.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { packRows, parsePlaceRow } from '../dist/places-data.js';

const lines = readFileSync(new URL('../data/places.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const packed = packRows(lines.map(parsePlaceRow));
// The window has to reach over the whole list.
const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
writeFileSync(new URL('../dist/places.br', import.meta.url), brotliCompressSync(packed, { params }));
