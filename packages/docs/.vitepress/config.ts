import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { defineConfig, type UserConfig } from 'vitepress';
import { errorPages } from '../src/reference/all-pages.js';
import { referencePages } from '../src/reference/pages.js';
import { guideGroups } from './guides.js';
import { searchText } from './search.js';
import { spec } from './spec.js';

const part = (name: string) => fileURLToPath(new URL(`theme/${name}.vue`, import.meta.url));

const liveAddressScript = scriptOf(
  "import { showLiveAddress } from './live-address.ts'; showLiveAddress(document, location);",
);

const config: UserConfig = defineConfig({
  base: '/docs/',
  lang: 'en',
  title: 'svc',
  description: 'Web search as data: one HTTP service and the libraries that it is made of.',
  outDir: 'dist/pages',
  cacheDir: '.work/vitepress',
  srcExclude: ['README.md'],
  head: [['link', { rel: 'icon', href: '/docs/images/icon.svg' }]],
  metaChunk: true, // fewer inline scripts, whose hashes the content security policy lists
  // Before the first paint, as a longer URL changes line breaks.
  transformHtml: (html) => html.replace('</body>', `<script>${liveAddressScript}</script></body>`),
  // Paths that the service serves beside these pages; any other dead link fails the build.
  ignoreDeadLinks: [/^\/(openapi\.json)?$/, /^https?:/],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  vite: {
    resolve: {
      // Replaces components of the theme.
      alias: [
        { find: /^.*\/VPSidebarGroup\.vue$/, replacement: part('sidebar-group') },
        { find: /^.*\/NotFound\.vue$/, replacement: part('not-found') },
      ],
    },
  },
  themeConfig: {
    logo: { src: '/images/icon.svg', width: 24, height: 24 },
    search: { provider: 'local', options: { _render: searchText } },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '/guides/' },
      { text: 'API', link: '/api', activeMatch: '^/(api|reference/|errors/)' },
      { text: 'Playground', link: '/../', target: '_self' },
    ],
    sidebar: [
      ...guideGroups(),
      { text: 'API', items: [{ text: 'Overview', link: '/api' }] },
      ...referenceLinks(),
      {
        text: 'Errors',
        collapsed: true,
        items: errorPages(spec).map(({ title, slug }) => ({ text: title, link: `/errors/${slug}` })),
      },
    ],
  },
});
export default config;

/** Bundles a TypeScript file of the theme as a script. */
function scriptOf(contents: string): string {
  const resolveDir = fileURLToPath(new URL('theme/', import.meta.url));
  const { outputFiles } = buildSync({
    ...{ stdin: { contents, resolveDir, loader: 'ts' }, bundle: true, minify: true, write: false, format: 'iife' },
  });
  return outputFiles[0]?.text.trim() ?? '';
}

function referenceLinks() {
  const pages = referencePages(spec);
  return [...new Set(pages.map(({ group }) => group))].map((text) => ({
    text,
    collapsed: true,
    items: pages
      .filter(({ group }) => group === text)
      .map(({ title, slug }) => ({ text: title, link: `/reference/${slug}` })),
  }));
}
