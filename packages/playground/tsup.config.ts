import { defineConfig } from 'tsup';

// tsc generates the types: tsup's own `dts` requires the TypeScript compiler API, which TypeScript 7 lacks.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  clean: true,
  target: 'node20',
});
export default config;
