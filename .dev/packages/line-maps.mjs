// Step of a package's `build`, after tsup: the source maps of `dist` keep one mapping per source line in each line of
// the output. Stack traces and breakpoints name the same lines, and the package is a sixth smaller.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

for (const name of readdirSync('dist', { recursive: true })) {
  if (!name.endsWith('.js.map')) continue;
  const file = join('dist', name);
  const map = JSON.parse(readFileSync(file, 'utf8'));
  const mappings = encode(decode(map.mappings).map((segments) => segments.filter(entersLine)));
  writeFileSync(file, JSON.stringify({ ...map, mappings }));
}

/** Whether a mapping leads to another source or source line than the one before it. */
function entersLine([, source, line], index, segments) {
  const [, previousSource, previousLine] = segments[index - 1] ?? [];
  return source !== previousSource || line !== previousLine;
}
