import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Packing and installing take longer than the default timeout.
const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.slow.ts'], testTimeout: 120_000, hookTimeout: 240_000 },
});
export default config;
