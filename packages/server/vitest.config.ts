import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Test files share imported modules, since loading the service for each file would take as long as its tests. Many
// tests wait for processes and timeouts, so there are 1.5 times as many workers as cores.
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    server: { deps: { external: [/\/dist\//] } }, // built packages are loaded as Node.js does, without a transformation
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    maxConcurrency: 3, // tests declared as concurrent start several processes each
    testTimeout: 180_000, // for tests that hang: beside other packages, starting three processes can take a minute
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 1, // a test that waits for processes may time out on a busy machine; `.dev/summary.mjs` lists such tests
  },
});
export default config;
