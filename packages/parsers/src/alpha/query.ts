import { attribute, hrefOf } from '../html/tree.js';
import { oncePerPage, type Page } from '../page/page.js';
import { documentTitleOf, searchBoxTexts, textBeforeName } from '../reading/title-and-box.js';
import { isSameQueryOrTruncated } from '../words/text.js';
import { rowContainersOf } from './landmarks.js';
import { isSearchLink, parameterOf } from './links.js';

/** The query that the page says it answers; undefined if it names none. */
export const readQuery: (page: Page) => string | undefined = oncePerPage((page) => {
  for (const read of statements) {
    const query = read(page).find(isStated);
    if (query !== undefined) return query;
  }
  return undefined;
});

/** Whether a text is the query in one of the forms in which the page names it. */
export function namesQuery(page: Page, text: string): boolean {
  const answered = readQuery(page);
  if (answered === undefined) return false;
  return (
    isSameQueryOrTruncated(text, answered) || readQueries(page).some((query) => isSameQueryOrTruncated(text, query))
  );
}

const readQueries: (page: Page) => readonly string[] = oncePerPage((page) => {
  return [...new Set(statements.flatMap((read) => read(page)).filter(isStated))];
});

/** The places that name the query, in order of trust: the first one is the query that was answered. */
const statements: readonly ((page: Page) => (string | undefined)[])[] = [
  (page) => [titleQuery(page)],
  searchBoxTexts,
  contextQueries,
  linkQueries,
];

function isStated(query: string | undefined): query is string {
  return query !== undefined && query !== '';
}

/** The document title is "<query> - <name of the search>"; the name contains no dash between spaces. */
function titleQuery(page: Page): string | undefined {
  return textBeforeName(documentTitleOf(page), 'Google');
}

/** Since 2019 the main list has `query:<encoded query>` for its own script. */
function contextQueries(page: Page): (string | undefined)[] {
  return rowContainersOf(page).map((list) => {
    const context = attribute(list, 'data-async-context');
    const encoded = context === undefined ? undefined : contextShape.exec(context)?.[1];
    return encoded === undefined ? undefined : decoded(encoded);
  });
}

const contextShape = /(?:^|;)query:([^;]*)/;

/** Links to the same query in other tabs and in its uncorrected spelling. */
function linkQueries(page: Page): (string | undefined)[] {
  const queries: (string | undefined)[] = [];
  for (const anchor of page.anchors) {
    const href = hrefOf(anchor);
    if (isSearchLink(href) && tabParameter.test(href)) queries.push(parameterOf(href, 'q'));
  }
  return queries;
}

const tabParameter = /[?&](?:tbm|udm|nfpr|spell)=/;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // a bare `%` in the query, which the page names elsewhere too
  }
}
