import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Files share what they import: loading the service anew for each would take as long as its tests. Many wait for
// processes and time limits, so that there are half as many workers again as cores.
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    maxConcurrency: 3, // tests that say so start several processes each
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1, // what waits for processes may miss its time on a busy machine; `.dev/summary.mjs` names such tests
  },
});
export default config;
