import { find, type Page } from './page.js';
import { collapse, textOf } from './text.js';
import { attribute, type Element } from './tree.js';

/** What stands in the page's search box, undefined where the page has no box. */
export function searchBoxText(page: Page): string | undefined {
  const box = find(page, page.document, isSearchBox);
  return box && collapse(box.name === 'textarea' ? textOf(box) : (attribute(box, 'value') ?? ''));
}

/** Every engine names the box's value `q`. */
function isSearchBox(element: Element): boolean {
  return (element.name === 'input' || element.name === 'textarea') && attribute(element, 'name') === 'q';
}
