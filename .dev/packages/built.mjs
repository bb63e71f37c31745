// `prepack` script of every package: fails if the package is not built.
import { existsSync, readFileSync } from 'node:fs';

const { name, exports, bin = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const named = [
  ...Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry))),
  ...Object.values(bin),
];
const missing = named.filter((file) => !file.includes('*') && !existsSync(file));
if (missing.length > 0) {
  console.error(
    `${name} cannot be packed: there is no ${missing.join(', no ')}; "node .dev/run.mjs build" in the repository builds it.`,
  );
  process.exitCode = 1;
}
