import { find, type Page } from '../html/page.js';
import { collapse, textOf } from '../html/text.js';
import { attribute, type Element } from '../html/tree.js';
import type { PageData } from './page-data.js';

/** The query that the page says it answered, undefined where it says none. */
export function readQuery(page: Page, data: PageData | undefined): string | undefined {
  return [data?.query, boxQuery(page), titleQuery(page)].find((query) => query !== undefined && query !== '');
}

function boxQuery(page: Page): string | undefined {
  const box = find(page, page.document, isBox);
  return box && collapse(box.name === 'textarea' ? textOf(box) : (attribute(box, 'value') ?? ''));
}

function isBox(element: Element): boolean {
  return (element.name === 'input' || element.name === 'textarea') && attribute(element, 'name') === 'q';
}

/** The document title is "<query> - Brave Search". */
function titleQuery(page: Page): string | undefined {
  const title = find(page, page.document, ({ name }) => name === 'title');
  return title && /^(.+)\s[-–]\s.*Brave/.exec(textOf(title))?.[1];
}
