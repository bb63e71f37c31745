import { defineConfig } from 'tsup';

// tsc generates the types: tsup's own `dts` requires the TypeScript compiler API, which TypeScript 7 lacks.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli.ts',
    'commands/program': 'src/commands/program.ts', // separate entry, from which the build stores the help
    'reading-worker': 'src/pages/reading/worker.ts',
    'extract-worker': 'src/extract/worker.ts',
    worker: 'src/worker.ts',
  },
  format: ['esm'],
  dts: false,
  clean: true,
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false; // the package contains the sources
  },
  target: 'node20',
});
export default config;
