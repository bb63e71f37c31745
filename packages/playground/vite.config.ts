import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const config: UserConfig = defineConfig({
  root: at('web'),
  // The service may be served under a path of another host.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy of the page allows neither inline scripts nor inline styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: [at('web/index.html'), at('web/frame.html')] },
  },
});
export default config;
