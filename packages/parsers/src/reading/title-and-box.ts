import { attribute, attributeText, closest, type Element } from '../html/tree.js';
import { elementsWithin } from '../page/lists.js';
import { findElement, oncePerPage, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { collapseWhitespace } from '../words/text.js';

/** The text of the document's title; `''` if it has none. */
export function documentTitleOf(page: Page): string {
  const title = findElement(page, page.document, ({ name }) => name === 'title');
  return title ? textOf(title).slice(0, maxTitleLength) : '';
}

/** The engines repeat a query of at most 2,048 characters. Keeps patterns from reading longer titles. */
const maxTitleLength = 2500;

/** The text before the last dash between spaces that precedes the name; undefined if there is none. */
export function textBeforeName(title: string, name: string): string | undefined {
  const before = title.slice(0, Math.max(0, title.lastIndexOf(name)));
  const end = [...before.matchAll(/\s[-–](?=\s)/g)].at(-1)?.index ?? 0;
  return end > 0 ? before.slice(0, end) : undefined;
}

/**
 * The HTTP status that an error page names in its title or first heading ("403 Forbidden", "Error 429 (Too Many
 * Requests)"); undefined if it names none. A body comes without its status.
 */
export function errorStatusOf(page: Page): number | undefined {
  const texts = [documentTitleOf(page), ...page.headings.slice(0, 1).map((heading) => textOf(heading))];
  const found = texts.map((text) => /^\D{0,20}\b([45]\d\d)\b/.exec(text)?.[1]).find((number) => number !== undefined);
  return found === undefined ? undefined : Number(found);
}

/** The page's search boxes, in document order: some pages have a second one at the end. */
export const searchBoxesOf: (page: Page) => readonly Element[] = oncePerPage(({ elements }) =>
  elements.filter(isSearchBox),
);

/** The values of the page's search boxes, in document order. */
export function searchBoxTexts(page: Page): string[] {
  return searchBoxesOf(page).map((box) =>
    collapseWhitespace(box.name === 'textarea' ? textOf(box) : attributeText(box, 'value')),
  );
}

/** Every engine names its search field `q`. */
function isSearchBox(element: Element): boolean {
  return (element.name === 'input' || element.name === 'textarea') && attribute(element, 'name') === 'q';
}

/** A form that sends a search. */
export interface SearchForm {
  /** Its `action`; `''` if none. */
  readonly action: string;
  /** The other values that it sends, by field name. */
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
    action: attributeText(form, 'action'),
    values: new Map(
      elementsWithin(page.elements, form)
        .filter(({ name }) => name === 'input')
        .map((field) => [attributeText(field, 'name'), attributeText(field, 'value')]),
    ),
  }));
});
