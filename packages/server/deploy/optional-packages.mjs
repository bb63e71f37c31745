// Prints the optional packages of the image with the versions used in the server's tests.
import { readFileSync } from 'node:fs';

const { devDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const optional = Object.keys(peerDependenciesMeta).filter((name) => !name.startsWith('@svc/'));
console.log(optional.map((name) => `${name}@${devDependencies[name]}`).join('\n'));
