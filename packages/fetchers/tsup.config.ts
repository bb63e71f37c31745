import { defineConfig } from 'tsup';

// tsc generates the types: tsup's own `dts` requires the TypeScript compiler API, which TypeScript 7 lacks.
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
    options.sourcesContent = false; // the package contains the sources
  },
  target: 'node20',
});
export default config;
