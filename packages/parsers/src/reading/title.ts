import { find, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';

/** The text of the document's title, `''` where it has none. */
export function titleOf(page: Page): string {
  const title = find(page, page.document, ({ name }) => name === 'title');
  return title ? textOf(title).slice(0, longestTitle) : '';
}

/** The engines repeat a query of at most 2,048 characters. What is longer is read no further, by no pattern. */
const longestTitle = 2500;

/**
 * The HTTP status that an error page names in its title or its first heading ("403 Forbidden", "Error 429 (Too Many
 * Requests)"); undefined where it names none. A body comes without the status it was sent with.
 */
export function errorNumberOf(page: Page): number | undefined {
  const texts = [titleOf(page), ...page.headings.slice(0, 1).map((heading) => textOf(heading))];
  const found = texts.map((text) => /^\D{0,20}\b([45]\d\d)\b/.exec(text)?.[1]).find((number) => number !== undefined);
  return found === undefined ? undefined : Number(found);
}
