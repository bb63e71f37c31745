import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Files share what they import: loading the service anew for each would take as long as its tests. Some wait for
// processes and time limits, so each core gets a worker.
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    maxWorkers: '100%',
    maxConcurrency: 3, // tests that say so start several processes each
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1, // what waits for processes may miss its time on a busy machine; `.dev/summary.mjs` names such tests
  },
});
export default config;
