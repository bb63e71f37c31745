import { defineConfig, type ViteUserConfig } from 'vitest/config';

// The packages are tested at once, so a test may have to wait for a core: the limit is there for what hangs. One that
// failed is tried once more; `.dev/summary.mjs` names those that pass then.
const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, retry: 1 },
});
export default config;
