// Builds what `svc` needs, with the packages installed by `npm start`: each package without types, which would require
// the compiler and test dependencies. Dependencies are built first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './served.mjs';

/** Folder of each package, with the folders of its build dependencies. */
const needs = {
  'packages/parsers': [],
  'packages/fetchers': [],
  fixtures: ['packages/parsers'],
  'packages/docs': ['fixtures'],
  'packages/server': ['packages/parsers', 'packages/fetchers'],
  'packages/playground': ['packages/parsers'],
};
/** Commands of a build that write types, need them, or only concern what is published. */
const isToPublish = /^tsc |prune-types|line-maps/;
const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);

const built = {};
for (const [folder, needed] of Object.entries(needs)) {
  built[folder] = Promise.all(needed.map((one) => built[one])).then(() => build(folder));
}
await Promise.all(Object.values(built));

/** Exits the process if a build fails. */
async function build(folder) {
  const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const commands = scripts.build.split(' && ').filter((command) => !isToPublish.test(command));
  const options = { cwd: join(root, folder), env: { ...process.env, PATH }, shell: true, stdio: 'inherit' };
  const [code] = await once(spawn(commands.join(' && '), options), 'exit');
  if (code !== 0) process.exit(1);
}
