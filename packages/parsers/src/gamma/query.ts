import type { Page } from '../page/page.js';
import { searchBoxTexts, textBeforeName, titleOf } from '../reading/title-and-box.js';
import { pageDataOf } from './page-data.js';

/** The query that the page says it answered, undefined where it says none. */
export function readQuery(page: Page): string | undefined {
  return pageDataOf(page)?.query || searchBoxTexts(page)[0] || titleQuery(page) || undefined;
}

/** The document title is "<query> - Brave Search". */
function titleQuery(page: Page): string | undefined {
  return textBeforeName(titleOf(page), 'Brave');
}
