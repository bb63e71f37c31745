// Publishes the packed packages of a folder that the registry does not have yet, except private ones. It runs no code
// of the packages (`--ignore-scripts`), which were built by a job without a token.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder = 'packed'] = process.argv.slice(2);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
  const path = join(folder, file);
  const text = execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' });
  const { name, version, private: isPrivate = false } = JSON.parse(text);
  if (isPrivate) continue;
  const isThere =
    spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' }).stdout.trim() !== '';
  console.log(`${name}@${version}${isThere ? ' is published already' : ''}`);
  if (isThere) continue;
  execFileSync('npm', ['publish', path, '--ignore-scripts', '--provenance', '--access', 'public'], {
    stdio: 'inherit',
  });
}
