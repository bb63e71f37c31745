import { errorPages } from './error-pages.js';
import { referencePages } from './pages.js';
import type { Spec } from './spec.js';

/** A page that is made of the description of the API: where it stands, and its Markdown. */
interface MadePage {
  /** Path below the folder of the pages, without its extension. */
  path: string;
  markdown: string;
}

/** Every page that the build writes: the reference and one per error. As files, so that the search finds them. */
export function allPages(spec: Spec): MadePage[] {
  return [
    ...referencePages(spec).map(({ slug, markdown }) => ({ path: `reference/${slug}`, markdown })),
    ...errorPages(spec).map(({ slug, markdown }) => ({ path: `errors/${slug}`, markdown })),
  ];
}
