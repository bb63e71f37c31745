import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folders of the published packages. */
export const folders = [
  'packages/parsers',
  'packages/fetchers',
  'packages/server',
  'packages/client',
  'packages/playground',
  'packages/docs',
  'fixtures',
];

/** Adds the programs of this repository, however this script is started. */
const PATH = [join(root, 'node_modules', '.bin'), join(root, '.tools', 'node_modules', '.bin'), process.env.PATH].join(
  delimiter,
);

/** Runs a program to completion; its status is null if it exceeds `timeout`. */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...{ encoding: 'utf8', cwd: root, env: { ...process.env, PATH } },
    ...options,
  });
  if (error && error.code !== 'ETIMEDOUT') throw error;
  return { status, stdout, stderr };
}

/** Packs every package into a folder; returns the contents of the tarballs. */
export function packedIn(destination) {
  return folders.map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const packed = run('pnpm', ['pack', '--json', '--pack-destination', destination], { cwd: join(root, folder) });
    if (packed.status !== 0) throw new Error(`${manifest.name} could not be packed: ${packed.stderr}`);
    const archive = JSON.parse(packed.stdout).filename;
    const files = run('tar', ['-tzf', archive]).stdout.trim().split('\n');
    return {
      name: manifest.name,
      folder,
      archive,
      files: files.map((file) => file.replace(/^package\//, '')),
      kilobytes: Math.round(statSync(archive).size / 1000),
      read: (file) => run('tar', ['-xzOf', archive, `package/${file}`], { maxBuffer: 2 ** 28 }).stdout,
    };
  });
}
