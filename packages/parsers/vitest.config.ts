import { defineConfig, type ViteUserConfig } from 'vitest/config';

// The packages are tested at once, so a test may have to wait for a core: the limit is there for what hangs.
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Files that replace modules, and so need their own. */
const replacing = ['test/includes.test.ts'];

// All others share their modules: loading some two hundred of them anew takes longer than most files of tests.
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
