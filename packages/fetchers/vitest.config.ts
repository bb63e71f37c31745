import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Several packages are tested at once, so a test may wait for a core; the timeout is for tests that hang. A failed test
// is retried once; `.dev/summary.mjs` lists those that then pass. Many tests wait for timers and browsers, so there are as
// many workers as cores: by default there is one less, which is a single one on two cores.
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    maxWorkers: '100%',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    retry: 1,
  },
});
export default config;
