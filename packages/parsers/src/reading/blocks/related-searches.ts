import { closest, type Element, hrefOf } from '../../html/tree.js';
import { within } from '../../page/ordered.js';
import { find, type Page } from '../../page/page.js';
import { isButton } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import type { RelatedSearch } from '../../results/page.js';
import { parameterIn } from '../../words/address.js';
import type { Located } from './located.js';
import type { EngineLinks, PageParts } from './parts.js';

/** Reads the queries that the page proposes, each once: links whose text is the query that they ask, two at least in a part. */
export function readRelatedSearches({ page, parts, links: engine }: PageParts): Located<RelatedSearch>[] {
  const queries = new Map<string, Located<RelatedSearch>>();
  for (const { element: part } of parts) {
    const proposed = within(page.anchors, part).filter((anchor) => isProposal(page, anchor, engine));
    const links = proposed.length < fewest ? listOfOneTarget(page, part) : proposed;
    if (links.length < fewest || !areMost(page, part, links)) continue;
    for (const anchor of links) {
      const query = textIn(anchor, engine.queryOf);
      const key = query.toLowerCase();
      if (!queries.has(key)) queries.set(key, { item: { query }, element: anchor });
    }
  }
  return [...queries.values()];
}

const fewest = 2;

/** The query as shown, as asked where the text is cut. */
function textIn(anchor: Element, queryOf: EngineLinks['queryOf']): string {
  const text = textOf(anchor);
  return isCut(text) ? queryOf(hrefOf(anchor)) : text;
}

function isCut(text: string): boolean {
  return /(?:…|\.\.\.)$/.test(text);
}

/** Links with other purposes are none, nor tiles, which have a picture. */
function isProposal(page: Page, anchor: Element, { queryOf, otherPurposes }: EngineLinks): boolean {
  const href = hrefOf(anchor);
  const query = queryOf(href);
  if (query === '' || isButton(anchor) || otherPurposes.some((name) => parameterIn(href, name) !== undefined))
    return false;
  const text = textOf(anchor);
  if (find(page, anchor, ({ name }) => name === 'img') !== undefined) return false;
  return isCut(text) ? plain(query).startsWith(plain(text)) : plain(text) === plain(query);
}

/**
 * The links of a list of short texts that all lead to one place: a copy of a page whose targets were replaced shows its
 * proposals so, and nothing else does.
 */
function listOfOneTarget(page: Page, part: Element): readonly Element[] {
  const links = within(page.anchors, part).filter((anchor) => textOf(anchor) !== '');
  const isItem = (anchor: Element): boolean => {
    const item = closest(anchor, ({ name }) => name === 'li');
    return (
      item !== undefined && item !== part && textOf(item) === textOf(anchor) && textOf(anchor).length <= longestQuery
    );
  };
  const isList = links.length >= fewestOfOneTarget && new Set(links.map(hrefOf)).size === 1 && links.every(isItem);
  return isList ? links : [];
}

const fewestOfOneTarget = 4;
const longestQuery = 80;

/** The links of such a part lead to nothing else, but for a few beside the list. */
function areMost(page: Page, part: Element, links: readonly Element[]): boolean {
  const others = within(page.anchors, part).filter((anchor) => textOf(anchor) !== '' && !links.includes(anchor));
  return others.length <= links.length;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]/gu, '');
}
