import { type Element, hrefOf } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { Spelling } from '../../results/block-items.js';
import { parameterIn } from '../../words/address.js';
import { queriesMatch } from '../../words/text.js';
import { queryOf } from '../links.js';
import { readQuery } from '../query.js';

/**
 * Reads the line above the rows with another writing of the query: the results are for it where the page names what was
 * asked otherwise, or has nothing for that; else it is proposed.
 */
export function readSpelling({ page, rows, parts }: PageParts): Located<Spelling> | undefined {
  const first = rows[0]?.anchor.order ?? page.elements.length;
  const asked = readQuery(page);
  for (const { element, column } of parts) {
    if (column === 'side' || element.order > first) continue;
    const asking = within(page.anchors, element).filter((anchor) => isShown(anchor) && queryOf(hrefOf(anchor)) !== '');
    const links = asking.length > 2 || !saysSomething(element) ? [] : asking.filter(isQueryLink);
    const other = links.find((link) => isOtherWriting(link, asked));
    if (other === undefined) continue;
    const kind = links.length > 1 || saysNothingFound(page, element, asked) ? 'corrected' : 'suggested';
    return { item: { kind, query: textOf(other) }, element: other };
  }
  return undefined;
}

/** Whether there are words beside the links, and few: what the page says of the other writing. */
function saysSomething(part: Element): boolean {
  const text = textOf(part, { skip: ({ name }) => name === 'a' });
  return /\p{L}/u.test(text) && text.length <= longestNote;
}

const longestNote = 200;

function isQueryLink(anchor: Element): boolean {
  const query = queryOf(hrefOf(anchor));
  return query !== '' && queriesMatch(query.replace(/["+]/g, ''), textOf(anchor).replace(/["+]/g, ''));
}

/**
 * Whether a link asks for something else than the page was asked, by a form of the engine's for other writings. Entities
 * are asked for by a filter.
 */
function isOtherWriting(link: Element, asked: string | undefined): boolean {
  const query = queryOf(hrefOf(link));
  if (/^["+]/.test(query) || parameterIn(hrefOf(link), 'filters') !== undefined) return false; // as it was written
  const form = parameterIn(hrefOf(link), 'FORM') ?? '';
  return asked === undefined ? form.startsWith('AW') : query !== asked;
}

/** A heading of the part leads nowhere, or a line that quotes what was asked. */
function saysNothingFound(page: Page, part: Element, asked: string | undefined): boolean {
  if (within(page.headings, part).some((heading) => within(page.anchors, heading).length === 0)) return true;
  const isQuote = ({ text, pieces }: Line): boolean =>
    asked !== undefined && text.includes(asked) && pieces.every(({ link }) => link === undefined);
  return linesOf(part).some(isQuote);
}
