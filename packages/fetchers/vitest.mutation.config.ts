import { defineConfig } from 'vitest/config';

/** The tests that `scripts/mutate.mjs` has chosen, by the names of their files. */
const names = (process.env.MUTATION_TESTS ?? '').split(',');

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: { include: names.map((name) => `test/${name}.test.ts`), environment: 'node', testTimeout: 60_000 },
});
export default config;
