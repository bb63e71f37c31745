import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Several packages are tested at once, so a test may wait for a core; the timeout is for tests that hang.
const limits = { testTimeout: 180_000, hookTimeout: 180_000 };

// Pages fill the young generation of the heap many times per second, so it is as large as that of the service.
const execArgv = ['--max-semi-space-size=64', '--min-semi-space-size=64'];

/**
 * Test files with a process of their own: one replaces modules, and two measure times and memory, to which collections of
 * the heap of all others would add more than what they measure.
 */
const apart = ['test/includes.test.ts', 'test/hostile-texts.test.ts', 'test/reading/memory.test.ts'];

// All others share imported modules, as loading about two hundred of them takes longer than most test files.
const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: '100%',
    execArgv,
    projects: [
      { test: { ...limits, name: 'shared', include: ['test/**/*.test.ts'], exclude: apart, isolate: false } },
      { test: { ...limits, name: 'apart', include: apart } },
    ],
  },
});
export default config;
