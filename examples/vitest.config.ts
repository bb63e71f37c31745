import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Each test starts a program; the timeout is for programs that hang.
const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
export default config;
