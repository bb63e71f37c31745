// Builds one copy of the parsers in which each mutant can be switched on.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { instrumented, loopsOf } from './sites.mjs';

/** Builds an entry with the sites in the sources that it imports. Returns the output file. */
export async function bundled(sites, { write, countsLoops = false, ...entry }) {
  const ofFile = new Map();
  for (const site of sites) ofFile.set(site.file, [...(ofFile.get(site.file) ?? []), site]);
  const mutants = {
    name: 'mutants',
    setup(context) {
      context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const own = [
          ...(ofFile.get(path) ?? []),
          ...(countsLoops && !/\/html\//.test(path) ? loopsOf(path, source) : []),
        ];
        const contents = instrumented(source, own, write);
        // Tests find their files relative to themselves.
        return { contents: contents.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path))), loader: 'ts' };
      });
    },
  };
  await build({ ...entry, bundle: true, platform: 'node', format: 'esm', logLevel: 'error', plugins: [mutants] });
  return entry.outfile;
}
