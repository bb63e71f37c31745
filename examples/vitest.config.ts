import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Each test starts the program that it tries: the limit is there for what hangs.
const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
export default config;
