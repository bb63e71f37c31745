import { defineConfig } from 'tsup';

// tsc generates the types: tsup's own `dts` requires the TypeScript compiler API, which TypeScript 7 lacks.
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
  // Otherwise each `\p{…}` becomes a `new RegExp`, which in a function is created on each call.
  esbuildOptions(options) {
    options.sourcesContent = false; // the package contains the sources
    options.supported = { 'regexp-unicode-property-escapes': true };
  },
});
export default config;
