import { defineConfig } from 'tsup';

// Types come from tsc: tsup's own `dts` needs the TypeScript compiler API, which TypeScript 7 has not.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: {
    index: 'src/index.ts',
    'health/contract': 'src/health/contract.ts',
    'import-worker': 'src/import-worker.ts',
    'places-data': 'src/places-data.ts',
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
