import { defineConfig, type ViteUserConfig } from 'vitest/config';

// A block may start several processes, and several packages are tested at once.
const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], maxConcurrency: 3, testTimeout: 180_000, hookTimeout: 180_000 },
});
export default config;
