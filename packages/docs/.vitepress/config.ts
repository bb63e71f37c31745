import { defineConfig, type UserConfig } from 'vitepress';
import { referencePages } from '../src/reference/pages.js';
import { guideLinks } from './guides.js';
import { spec } from './spec.js';

const config: UserConfig = defineConfig({
  base: '/docs/',
  lang: 'en',
  title: 'svc',
  description: 'Web search as data: one HTTP service and the libraries that it is made of.',
  outDir: 'dist/pages',
  cacheDir: '.work/vitepress',
  srcExclude: ['README.md'],
  metaChunk: true, // fewer inline scripts, whose hashes the content security policy lists
  // What is served beside these pages; every other dead link fails the build.
  ignoreDeadLinks: [/^\/(openapi\.json)?$/, /^https?:/],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '/guides/' },
      { text: 'API', link: '/', activeMatch: '^/(reference/.*)?$' },
      { text: 'Playground', link: '/../', target: '_self' },
    ],
    sidebar: [
      { text: 'Guides', items: guideLinks() },
      { text: 'API', items: [{ text: 'Overview', link: '/' }, ...referenceLinks()] },
    ],
  },
});
export default config;

function referenceLinks() {
  const pages = referencePages(spec);
  return [...new Set(pages.map(({ group }) => group))].map((text) => ({
    text,
    items: pages
      .filter(({ group }) => group === text)
      .map(({ title, slug }) => ({ text: title, link: `/reference/${slug}` })),
  }));
}
