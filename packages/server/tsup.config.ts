import { defineConfig } from 'tsup';

// Types come from tsc: tsup's own `dts` needs the TypeScript compiler API, which TypeScript 7 has not.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli.ts',
    'commands/program': 'src/commands/program.ts', // under its own name, for the build to store its help
    'reading-worker': 'src/pages/reading/worker.ts',
    'extract-worker': 'src/extract/worker.ts',
    worker: 'src/worker.ts',
  },
  format: ['esm'],
  dts: false,
  clean: true,
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false; // the sources are in the package themselves
  },
  target: 'node20',
});
export default config;
