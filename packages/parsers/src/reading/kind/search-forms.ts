import { attribute, closest, type Element } from '../../html/tree.js';
import { within } from '../../page/ordered.js';
import { oncePerPage, type Page } from '../../page/page.js';
import { searchBoxesOf } from '../search-box.js';

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
