import { defineConfig } from 'tsup';

// tsc generates the types: tsup's own `dts` requires the TypeScript compiler API, which TypeScript 7 lacks.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/index.ts', 'src/ai.ts'],
  format: ['esm'],
  dts: false,
  clean: true,
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false; // the package contains the sources
  },
  target: 'es2023',
  platform: 'neutral',
});
export default config;
