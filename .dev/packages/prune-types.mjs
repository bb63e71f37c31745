// Last step of a package's `build`: removes the declarations of internal modules, which no export of the package reaches.
// `tsc` writes those of all sources.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exportsOf } from './exports.mjs';

const reached = new Set();
const queue = Object.values(exportsOf('.'))
  .map(({ types }) => types)
  .filter((types) => types !== undefined)
  .map((types) => join(types));

for (const file of queue) {
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, module] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) {
    queue.push(join(dirname(file), `${module}.d.ts`));
  }
}

const declarations = readdirSync('dist', { recursive: true })
  .map((name) => join('dist', name))
  .filter((file) => file.endsWith('.d.ts'));
for (const file of declarations.filter((file) => !reached.has(file))) {
  rmSync(file);
  rmSync(`${file}.map`);
}
