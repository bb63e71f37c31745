import { defineConfig } from 'tsup';

const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: {
    bench: 'src/bench.ts',
    guard: 'src/guard.ts',
    'heap-of': 'src/heap-of.ts',
    load: 'src/load/load.ts',
    'load-service': 'src/load/service.ts',
    'page-engine': 'src/load/page-engine.ts',
    workers: 'src/load/workers.ts',
    'workers-engine': 'src/load/workers-engine.ts',
  },
  format: ['esm'],
  dts: false,
  clean: true,
  target: 'node20',
  skipNodeModulesBundle: true,
});
export default config;
