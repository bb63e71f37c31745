import { find, findAll, type Page } from '../html/page.js';
import { collapse, textOf } from '../html/text.js';
import { attribute, type Element } from '../html/tree.js';
import { isSearchLink, parameterOf } from './links.js';

/** The query that the page says it answered, undefined where it says none. */
export function readQuery(page: Page): string | undefined {
  return [boxQuery(page), titleQuery(page), pagerQuery(page)].find((query) => query !== undefined && query !== '');
}

function boxQuery(page: Page): string | undefined {
  const box = page.ids.get('sb_form_q') ?? findAll(page, page.document, isBox)[0];
  return box && collapse(box.name === 'textarea' ? textOf(box) : (attribute(box, 'value') ?? ''));
}

function isBox(element: Element): boolean {
  return (element.name === 'input' || element.name === 'textarea') && attribute(element, 'name') === 'q';
}

/** The document title is "<query> - <the search's name>"; the name holds no dash surrounded by spaces. */
function titleQuery(page: Page): string | undefined {
  const title = find(page, page.document, ({ name }) => name === 'title');
  return title && /^(.+)\s[-–]\s/.exec(textOf(title))?.[1];
}

/** Saved pages may lack title and box; links to the other pages still carry the query. */
function pagerQuery(page: Page): string | undefined {
  const hrefs = page.anchors.map((anchor) => attribute(anchor, 'href') ?? '');
  const link = hrefs.find((href) => isSearchLink(href) && parameterOf(href, 'first') !== undefined);
  return link === undefined ? undefined : parameterOf(link, 'q');
}
