import { defineConfig } from 'tsup';

// The pages are in the same folder, so it is not emptied here.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false; // the source is in the package itself
  },
  target: 'node20',
});
export default config;
