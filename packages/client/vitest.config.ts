import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Several packages are tested at once, so a test may wait for a core; the timeout is for tests that hang.
const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
export default config;
