import { defineConfig } from 'vitest/config';

/** The tests selected by `scripts/mutate.mjs`, by file name. */
const names = (process.env.MUTATION_TESTS ?? '').split(',');

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: { include: names.map((name) => `test/${name}.test.ts`), environment: 'node', testTimeout: 10_000 },
});
export default config;
