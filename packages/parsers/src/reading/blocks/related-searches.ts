import { attribute, closest, type Element, hrefOf } from '../../html/tree.js';
import { within } from '../../page/lists.js';
import { find, type Page } from '../../page/page.js';
import { isButton } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import type { RelatedSearch } from '../../results/block-items.js';
import { parameterIn } from '../../words/address.js';
import type { Located } from './located.js';
import type { EngineLinks } from './page-links.js';
import type { PageParts } from './parts.js';

/**
 * Reads the queries that the page suggests, each once: links whose text is the query that they search for, at least two
 * in a part.
 */
export function readRelatedSearches({ page, parts, links: engine }: PageParts): Located<RelatedSearch>[] {
  const queries = new Map<string, Located<RelatedSearch>>();
  for (const { element: part } of parts) {
    const suggested = within(engine.searches, part).filter((anchor) => isSuggestion(page, anchor, engine));
    const links = suggested.length < fewest ? listOfOneTarget(page, part) : suggested;
    if (links.length < fewest || !areMostLinks(page, part, links)) continue;
    for (const anchor of links) {
      const query = textIn(anchor, engine.queryOf);
      const key = query.toLowerCase();
      if (!queries.has(key)) queries.set(key, { item: { query }, element: anchor });
    }
  }
  return [...queries.values()];
}

const fewest = 2;

/** The query as shown; if the text is cut, as in the link. */
function textIn(anchor: Element, queryOf: EngineLinks['queryOf']): string {
  const text = textOf(anchor, { skip: isSymbol });
  return endsWithEllipsis(text) ? queryOf(hrefOf(anchor)) : text;
}

/** Whether an element is a symbol that screen readers do not read, such as an arrow. */
function isSymbol(element: Element): boolean {
  return attribute(element, 'aria-hidden') === 'true' && normalised(textOf(element)) === '';
}

function endsWithEllipsis(text: string): boolean {
  return /(?:…|\.\.\.)$/.test(text);
}

/** Whether a link suggests a query. Links with other purposes do not, nor do tiles, which have an image. */
function isSuggestion(page: Page, anchor: Element, { queryOf, otherPurposes }: EngineLinks): boolean {
  const href = hrefOf(anchor);
  if (isButton(anchor) || otherPurposes.some((name) => parameterIn(href, name) !== undefined)) return false;
  const query = queryOf(href);
  const text = textOf(anchor);
  if (find(page, anchor, ({ name }) => name === 'img') !== undefined) return false;
  if (text === query) return true; // as most are: needs no pattern
  return endsWithEllipsis(text)
    ? normalised(query).startsWith(normalised(text))
    : normalised(text) === normalised(query);
}

/**
 * The links of a list of short texts that all have the same target. Only a copy of a page with replaced targets shows
 * its suggestions like this.
 */
function listOfOneTarget(page: Page, part: Element): readonly Element[] {
  const links = linksOfOneTarget(within(page.anchors, part));
  const isItem = (anchor: Element): boolean => {
    const item = closest(anchor, ({ name }) => name === 'li');
    return (
      item !== undefined && item !== part && textOf(item) === textOf(anchor) && textOf(anchor).length <= maxQueryLength
    );
  };
  return links.length >= minOfOneTarget && links.every(isItem) ? links : [];
}

/** The links with text if all of them have the same target; empty if not. */
function linksOfOneTarget(anchors: readonly Element[]): readonly Element[] {
  const links: Element[] = [];
  for (const anchor of anchors) {
    if (!hasText(anchor)) continue;
    if (links.length > 0 && hrefOf(anchor) !== hrefOf(links[0]!)) return [];
    links.push(anchor);
  }
  return links;
}

const minOfOneTarget = 4;
const maxQueryLength = 80;

/** Whether the part has no more other links than these. */
function areMostLinks(page: Page, part: Element, links: readonly Element[]): boolean {
  const others = within(page.anchors, part).filter((anchor) => hasText(anchor) && !links.includes(anchor));
  return others.length <= links.length;
}

function normalised(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]/gu, '');
}
