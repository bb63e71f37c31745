import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Several packages are tested at once, so a test may wait for a core; the timeout is for tests that hang. A failed test
// is retried once; `.dev/summary.mjs` lists those that then pass.
const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, retry: 1 },
});
export default config;
