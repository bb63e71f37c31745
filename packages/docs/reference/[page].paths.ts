import { spec } from '../.vitepress/spec.js';
import { referencePages } from '../src/reference/pages.js';

interface Page {
  params: { page: string; title: string };
  content: string;
}

const pages: { paths: () => Page[] } = {
  paths: () =>
    referencePages(spec).map(({ slug, title, markdown }) => ({ params: { page: slug, title }, content: markdown })),
};
export default pages;
