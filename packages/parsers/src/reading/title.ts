import { find, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';

/** The text of the document's title, `''` where it has none. */
export function titleOf(page: Page): string {
  const title = find(page, page.document, ({ name }) => name === 'title');
  return title ? textOf(title).slice(0, longestTitle) : '';
}

/** The engines repeat a query of at most 2,048 characters. What is longer is read no further, by no pattern. */
const longestTitle = 2500;

/** What stands before the last dash between spaces that has a name somewhere behind it; undefined where nothing does. */
export function textBeforeName(title: string, name: string): string | undefined {
  const before = title.slice(0, Math.max(0, title.lastIndexOf(name)));
  const end = [...before.matchAll(/\s[-–](?=\s)/g)].at(-1)?.index ?? 0;
  return end > 0 ? before.slice(0, end) : undefined;
}

/**
 * The HTTP status that an error page names in its title or its first heading ("403 Forbidden", "Error 429 (Too Many
 * Requests)"); undefined where it names none. A body comes without the status it was sent with.
 */
export function errorNumberOf(page: Page): number | undefined {
  const texts = [titleOf(page), ...page.headings.slice(0, 1).map((heading) => textOf(heading))];
  const found = texts.map((text) => /^\D{0,20}\b([45]\d\d)\b/.exec(text)?.[1]).find((number) => number !== undefined);
  return found === undefined ? undefined : Number(found);
}
