import { type Element, hrefOf } from '../../html/tree.js';
import { isLinked, type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { isLink } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { EngineLinks } from '../../reading/blocks/page-links.js';
import { isAboveRows, type PageParts } from '../../reading/blocks/parts.js';
import type { Spelling } from '../../results/block-items.js';
import { parameterIn } from '../../words/address.js';
import { queriesMatch } from '../../words/text.js';
import { readQuery } from '../query.js';

/**
 * Reads the line above the rows with another spelling of the query. The results are for it if the page also links to
 * the original query, or says that the original had no results; otherwise it is a suggestion.
 */
export function readSpelling({ page, rows, parts, links: engine }: PageParts): Located<Spelling> | undefined {
  const asked = readQuery(page);
  for (const part of parts) {
    if (!isAboveRows(part, rows)) continue;
    const { element } = part;
    const asking = within(engine.searches, element).filter(isShown);
    if (asking.length === 0 || asking.length > 2 || !hasNote(element)) continue;
    const links = asking.filter((anchor) => isQueryLink(anchor, engine));
    const other = links.find((link) => isOtherSpelling(link, asked, engine));
    if (other === undefined) continue;
    const kind = links.length > 1 || saysOriginalFailed(page, element, asked) ? 'corrected' : 'suggested';
    return { item: { kind, query: textOf(other) }, element: other };
  }
  return undefined;
}

/** Whether there are a few words beside the links, about the other spelling. */
function hasNote(part: Element): boolean {
  const text = textOf(part, { skip: isLink });
  return /\p{L}/u.test(text) && text.length <= maxNoteLength;
}

const maxNoteLength = 200;

function isQueryLink(anchor: Element, { queryOf }: EngineLinks): boolean {
  return queriesMatch(queryOf(hrefOf(anchor)).replace(/["+]/g, ''), textOf(anchor).replace(/["+]/g, ''));
}

/**
 * Whether a link searches for something else than the page's query, with a `FORM` for spellings. Links to entities have
 * a filter.
 */
function isOtherSpelling(link: Element, asked: string | undefined, { queryOf }: EngineLinks): boolean {
  const query = queryOf(hrefOf(link));
  if (/^["+]/.test(query) || parameterIn(hrefOf(link), 'filters') !== undefined) return false; // as it was written
  if (asked !== undefined) return query !== asked;
  return parameterIn(hrefOf(link), 'FORM')?.startsWith('AW') === true;
}

/** A heading of the part is not a link, or a line without links quotes the query. */
function saysOriginalFailed(page: Page, part: Element, asked: string | undefined): boolean {
  if (within(page.headings, part).some((heading) => within(page.anchors, heading).length === 0)) return true;
  const isQuote = ({ text, pieces }: Line): boolean =>
    asked !== undefined && text.includes(asked) && !pieces.some(isLinked);
  return linesOf(part).some(isQuote);
}
