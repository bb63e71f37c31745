// The mutants of a run: a sample of sites per folder of `src`, chosen by a seed.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sitesOf } from './sites.mjs';

/** Folders with types only, without code to mutate. */
const withoutCode = new Set(['results']);

/** All sites of a source folder, with their folder and line. */
export function allSites(root) {
  return sourceFiles(root).flatMap((file) => {
    const folder = dirname(relative(root, file));
    if (withoutCode.has(folder.split('/')[0])) return [];
    const source = readFileSync(file, 'utf8');
    const lines = source.split('\n');
    return sitesOf(file, source).map((site) => {
      const line = source.slice(0, site.start).split('\n').length;
      return { ...site, file, folder, line, text: lines[line - 1].trim() };
    });
  });
}

/** `each` sites of every folder, or of those in `only`, in an order that the seed determines. */
export function sampled(sites, { seed, each, only }) {
  const byFolder = new Map();
  for (const site of sites) byFolder.set(site.folder, [...(byFolder.get(site.folder) ?? []), site]);
  const random = generator(seed);
  const chosen = [...byFolder.values()].flatMap((own) => shuffled(own, random).slice(0, each));
  const folders = only?.split(',');
  const selected = chosen.filter(({ folder }) => folders?.includes(folder) ?? true);
  return selected.map((site, id) => ({ ...site, id, status: 'unreached' }));
}

function sourceFiles(root) {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name }) => name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Mulberry32: 32 bits of state are enough to choose a sample. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(items, random) {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}
