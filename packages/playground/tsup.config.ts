import { defineConfig } from 'tsup';

// Types come from tsc: tsup's own `dts` needs the TypeScript compiler API, which TypeScript 7 has not.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  clean: true,
  target: 'node20',
});
export default config;
