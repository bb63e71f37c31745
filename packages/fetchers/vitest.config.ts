import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Several packages are tested at once, so a test may wait for a core; the timeout is for tests that hang. A failed test
// is retried once; `.dev/summary.mjs` lists those that then pass.
const limits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  restoreMocks: true,
  retry: 1,
};

/** Test files that replace modules, and so cannot share them. */
const replacing = ['test/bad-exits-tls.test.ts', 'test/browser-gone.test.ts'];

// Many tests wait for timers and browsers, so there are as many workers as cores: by default there is one less, which is a
// single one on two cores. Test files share imported modules, as loading them takes longer than most of the files.
const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { ...limits, name: 'shared', include: ['test/**/*.test.ts'], exclude: replacing, isolate: false } },
      { test: { ...limits, name: 'replacing', include: replacing } },
    ],
  },
});
export default config;
