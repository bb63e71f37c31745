// Starts a root script on a machine with only Node.js and npm. Old versions of Node.js must be able to parse this file,
// which reports the required version; everything else is in launch.mjs.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const floor = engines.node.replace('>=', '');

if (isOlder(process.versions.node, floor)) {
  console.error(
    `svc needs Node ${floor} or later; this is Node ${process.versions.node}. https://nodejs.org has newer ones.`,
  );
  process.exitCode = 1;
} else {
  import('./launch.mjs');
}

function isOlder(version, least) {
  const [own, wanted] = [version, least].map((text) => text.split('.').map(Number));
  const place = [0, 1, 2].find((index) => own[index] !== wanted[index]);
  return place !== undefined && own[place] < wanted[place];
}
