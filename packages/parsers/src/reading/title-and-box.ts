import { attribute, closest, type Element } from '../html/tree.js';
import { within } from '../page/ordered.js';
import { find, oncePerPage, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { collapse } from '../words/text.js';

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

/** The page's search boxes, in document order: some pages have a second one at their end. */
const searchBoxesOf: (page: Page) => readonly Element[] = oncePerPage(({ elements }) => elements.filter(isSearchBox));

/** The values of the page's search boxes, in document order. */
export function searchBoxTexts(page: Page): string[] {
  return searchBoxesOf(page).map((box) =>
    collapse(box.name === 'textarea' ? textOf(box) : (attribute(box, 'value') ?? '')),
  );
}

/** Every engine names the box's value `q`. */
function isSearchBox(element: Element): boolean {
  return (element.name === 'input' || element.name === 'textarea') && attribute(element, 'name') === 'q';
}

/** A form that asks the engine again. */
export interface SearchForm {
  /** Where it is sent, `''` where it does not say. */
  readonly action: string;
  /** What it sends beside the query, by the names of its fields. */
  readonly values: ReadonlyMap<string, string>;
}

/** The forms around the page's search boxes, in document order. */
export const searchFormsOf: (page: Page) => readonly SearchForm[] = oncePerPage((page) => {
  const forms = new Set<Element>();
  for (const box of searchBoxesOf(page)) {
    const form = closest(box, ({ name }) => name === 'form');
    if (form !== undefined) forms.add(form);
  }
  return [...forms].map((form) => ({
    action: attribute(form, 'action') ?? '',
    values: new Map(
      within(page.elements, form)
        .filter(({ name }) => name === 'input')
        .map((field) => [attribute(field, 'name') ?? '', attribute(field, 'value') ?? '']),
    ),
  }));
});
