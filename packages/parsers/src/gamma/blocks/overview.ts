import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import { findAll, type Page } from '../../page/page.js';
import { isButton } from '../../page/roles.js';
import { hasText, isShown } from '../../page/visible.js';
import { joinedTexts, sectionsOf } from '../../reading/blocks/answer-sections.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { AiOverview } from '../../results/block-items.js';
import { serviceOf, targetOf } from '../links.js';

/** Reads the generated answer: paragraphs above the rows in a part that goes on to further questions to the engine. */
export function readAiOverview({ page, rows, parts }: PageParts): Located<AiOverview> | undefined {
  const first = rows[0]?.anchor.order ?? page.elements.length;
  for (const { element: part, column } of parts) {
    if (column === 'side' || part.order > first || !asksFurther(page, part)) continue;
    const body = bodyOf(page, part);
    if (body === undefined) continue;
    const lines = linesOf(body, { skip: (element) => isButton(element) && closest(element, isText) === undefined });
    const text = joinedTexts(lines.map((line) => line.text));
    if (text.length < minimumText) continue;
    const cited = within(page.anchors, body).flatMap((anchor) => {
      const link = targetOf(hrefOf(anchor));
      return link === undefined || !hasText(anchor) ? [] : [[link, { title: linesOf(anchor)[0]!.text, link }] as const];
    });
    const sources = [...new Map(cited).values()];
    return { item: { text, sections: sectionsOf(body, lines, () => undefined), sources }, element: body };
  }
  return undefined;
}

/** Shorter texts are notes. */
const minimumText = 60;

function asksFurther(page: Page, part: Element): boolean {
  return within(page.anchors, part).some((anchor) => serviceOf(hrefOf(anchor)) === 'ask');
}

/** The smallest element around all paragraphs and lists of a part. */
function bodyOf(page: Page, part: Element): Element | undefined {
  const texts = findAll(page, part, (element) => isText(element) && isShown(element) && hasText(element));
  const [first, last] = [texts[0], texts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return closest(first, (outer) => contains(outer, last) && outer !== first);
}

function isText({ name }: Element): boolean {
  return name === 'p' || name === 'li' || name === 'td';
}
