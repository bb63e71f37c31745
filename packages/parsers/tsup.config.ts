import { defineConfig } from 'tsup';

// Types come from tsc: tsup's own `dts` needs the TypeScript compiler API, which TypeScript 7 has not.
const config: ReturnType<typeof defineConfig> = defineConfig({
  entry: [
    'src/index.ts',
    'src/document.ts',
    'src/*/{search,news,videos,autocomplete}.ts', // the operations of every engine
  ],
  format: ['esm'],
  dts: false,
  clean: true,
  sourcemap: true,
  target: 'node20',
  // Else each `\p{…}` becomes a `new RegExp` that is made anew wherever it stands in a function.
  esbuildOptions(options) {
    options.sourcesContent = false; // the sources are in the package themselves
    options.supported = { 'regexp-unicode-property-escapes': true };
  },
});
export default config;
