import { defineConfig } from 'tsup';

// The same folder contains the pages, so it is not cleaned.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false; // the package contains the sources
  },
  target: 'node20',
});
export default config;
