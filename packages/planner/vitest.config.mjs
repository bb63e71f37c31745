import { defineConfig } from 'vitest/config';

// Several packages are tested at once, so a test may wait for a core; the timeout is for tests that hang.
export default defineConfig({
  test: { include: ['test/**/*.test.mjs'], testTimeout: 60_000, hookTimeout: 60_000 },
});
