import { defineConfig } from 'tsup';

// The pages are in the same folder, so it is not emptied here.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  dts: false,
  sourcemap: true,
  target: 'node20',
});
export default config;
