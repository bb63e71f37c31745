import { defineConfig } from 'vitest/config';

/** The tests that are quick enough to be run for every mutant; the others play the same with real sockets and browsers. */
const names = [
  ...[
    'blame',
    'chain',
    'circuit',
    'fetcher',
    'hard-times',
    'health',
    'hedge',
    'locales',
    'proxy-source',
    'requests',
    'retry',
  ],
  ...['sessions', 'visit'],
];

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: { include: names.map((name) => `test/${name}.test.ts`), environment: 'node', testTimeout: 10_000 },
});
export default config;
