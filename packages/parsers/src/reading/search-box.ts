import { attribute, type Element } from '../html/tree.js';
import { oncePerPage, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { collapse } from '../words/text.js';

/** The page's search boxes, in document order: some pages have a second one at their end. */
export const searchBoxesOf: (page: Page) => readonly Element[] = oncePerPage(({ elements }) =>
  elements.filter(isSearchBox),
);

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
