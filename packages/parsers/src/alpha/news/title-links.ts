import { isDateText } from '../../html/dates.js';
import { type Line, linesOf } from '../../html/lines.js';
import type { Page } from '../../html/page.js';
import type { Element } from '../../html/tree.js';
import { partsOf } from '../cards/line-parts.js';
import { type FoundLinks, headedLinks, textLinks } from '../cards/title-links.js';

/**
 * The title links of a news page. Stories that stand under another one have no heading, and neither has any row on
 * pages for clients without scripts.
 */
export function newsLinks(page: Page): FoundLinks {
  const headed = headedLinks(page, page.headings);
  const others = textLinks(page);
  if (headed.length === 0) return { layout: 'plain', links: others.filter(({ anchor, title }) => title !== anchor) };
  const related = linksBeforeDates(page);
  const links = [...headed, ...others.filter(({ anchor }) => related.has(anchor))];
  return { layout: 'headed', links: links.sort((a, b) => a.anchor.order - b.anchor.order) };
}

/** A story under another one is a link and, in the next line, publisher and date. */
function linksBeforeDates(page: Page): ReadonlySet<Element> {
  const lines = linesOf(page.document);
  const links = lines.flatMap((line, index) => {
    const next = lines[index + 1];
    const link = line.pieces.find((piece) => piece.link !== undefined)?.link;
    return link !== undefined && next?.block === line.block && isPublisherAndDate(next) ? [link] : [];
  });
  return new Set(links);
}

function isPublisherAndDate(line: Line): boolean {
  const [publisher, date, ...others] = partsOf(line);
  return publisher !== undefined && date !== undefined && others.length === 0 && isDateText(date.text);
}
