import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The exports of a package as built. A pattern, such as that of all folders with the file "search", becomes one export for
// each folder of `dist` that has the file: { './gamma/search': { types, default } }.
export function exportsOf(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = Object.entries(exports).flatMap(([path, entry]) =>
    path.includes('*') ? matching(folder, path, entry) : [[path, entry]],
  );
  return Object.fromEntries(named);
}

function matching(folder, path, entry) {
  const dist = join(folder, 'dist');
  const names = existsSync(dist) ? readdirSync(dist).sort() : [];
  return names
    .map((name) => [path.replace('*', name), JSON.parse(JSON.stringify(entry).replaceAll('*', name))])
    .filter(([, files]) => Object.values(files).every((file) => existsSync(join(folder, file))));
}
