import { defineConfig } from 'tsup';

const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: ['src/bench.ts', 'src/guard.ts', 'src/heap-of.ts'],
  format: ['esm'],
  dts: false,
  clean: true,
  target: 'node20',
  skipNodeModulesBundle: true,
});
export default config;
