import { defineConfig } from 'tsup';

// Types come from tsc: tsup's own `dts` needs the TypeScript compiler API, which TypeScript 7 has not.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/index.ts', 'src/ai.ts'],
  format: ['esm'],
  dts: false,
  clean: true,
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false; // the sources are in the package themselves
  },
  target: 'es2023',
  platform: 'neutral',
});
export default config;
