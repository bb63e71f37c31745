import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isLinked, linesOf, textsOf } from '../../page/lines.js';
import { anchorsWithin, firstWithin, headingsWithin } from '../../page/lists.js';
import { findElements, holdsElement, type Page } from '../../page/page.js';
import { isAnchor, isButtonOrLabel, isFormField } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText, hasText, isRendered } from '../../page/visible.js';
import { answerSectionsOf, joinPunctuated } from '../../reading/blocks/answer-sections.js';
import { firstLineAsHeading } from '../../reading/blocks/cards.js';
import type { Located } from '../../reading/blocks/located.js';
import { isAboveRows, type PageParts } from '../../reading/blocks/page-parts.js';
import { withoutUndefined } from '../../reading/found.js';
import type { AiOverview, AnswerBox, AnswerKind } from '../../results/block-items.js';
import { engineServiceOf, queryOf, targetOf } from '../links.js';

/**
 * Reads the engine's own box above the rows: a part with a heading, few lines, at most one page as its source, no pack,
 * and no form that only has buttons, as a question about cookies has.
 */
export function readAnswerBox({ page, rows, parts }: PageParts): Located<AnswerBox> | undefined {
  if (rows.length === 0) return undefined; // such a page says why
  for (const part of parts) {
    if (!isAboveRows(part, rows)) continue;
    const { element } = part;
    const anchors = anchorsWithin(page, element).filter(hasRenderedText);
    const isOther = anchors.some(
      (anchor) => queryOf(hrefOf(anchor)) !== '' || engineServiceOf(hrefOf(anchor)) !== undefined,
    );
    const pages = new Set(anchors.flatMap((anchor) => targetOf(hrefOf(anchor)) ?? []));
    const fields = findElements(page, element, isFormField).filter(isRendered);
    const headings = headingsWithin(page, element).filter(hasRenderedText);
    const heading = headings[0] ?? (fields.length < 2 ? firstLineAsHeading(element) : undefined);
    const isQuestion = fields.length === 0 && holdsElement(page, element, isForm);
    if (isOther || isQuestion || pages.size > 1 || (heading === undefined && fields.length < 2)) continue;
    const lines = linesOf(element, { skip: (inner) => inner === heading || isButtonOrLabel(inner) || isAnchor(inner) });
    const text = textsOf(lines).join(' ');
    if (text === '' || text.length > maxAnswerLength) continue;
    const [link] = pages;
    const item = {
      kind: kindOf(fields.length, text),
      text,
      ...(heading && { title: textOf(heading) }),
      ...withoutUndefined({ link }),
    };
    return { item, element };
  }
  return undefined;
}

function isForm({ name }: Element): boolean {
  return name === 'form';
}

const maxAnswerLength = 1500;

function kindOf(fields: number, text: string): AnswerKind {
  if (fields > 1) return 'converter';
  if (/\d\s?°/.test(text)) return 'weather';
  return text.length > minPassageLength ? 'passage' : 'fact';
}

const minPassageLength = 120;

/** Reads the generated answer: paragraphs above the rows, in a part that links to follow-up questions. */
export function readAiOverview({ page, rows, parts, links }: PageParts): Located<AiOverview> | undefined {
  const followUps = links.to('ask');
  for (const part of parts) {
    if (!isAboveRows(part, rows) || firstWithin(followUps, part.element) === undefined) continue;
    const paragraphs = paragraphsIn(page, part.element);
    const body = bodyOf(paragraphs);
    if (body === undefined) continue;
    const lines = linesOf(body, {
      skip: (element) => isButtonOrLabel(element) && !paragraphs.some((outer) => contains(outer, element)),
    });
    const text = joinPunctuated(textsOf(lines));
    if (text.length < minimumText) continue;
    const cited = anchorsWithin(page, body).flatMap((anchor) => {
      const link = targetOf(hrefOf(anchor));
      return link === undefined || !hasText(anchor) ? [] : [[link, { title: linesOf(anchor)[0]!.text, link }] as const];
    });
    const sources = [...new Map(cited).values()];
    return { item: { text, sections: answerSectionsOf(body, lines, () => undefined), sources }, element: body };
  }
  return undefined;
}

/** Shorter texts are notes. */
const minimumText = 60;

/** The paragraphs, list items and cells of a part, by name or by the length of their lines. */
function paragraphsIn(page: Page, part: Element): Element[] {
  const long = linesOf(part).filter(({ text, pieces }) => text.length > minParagraphLength && !pieces.some(isLinked));
  const blocks = new Set(long.map(({ block }) => block));
  return findElements(page, part, (element) => blocks.has(element) || (isText(element) && hasRenderedText(element)));
}

/** The smallest element around all paragraphs. */
function bodyOf(paragraphs: readonly Element[]): Element | undefined {
  const [first] = paragraphs;
  return first && closest(first, (outer) => contains(outer, paragraphs.at(-1)!) && outer !== first);
}

const minParagraphLength = 80;

function isText({ name }: Element): boolean {
  return name === 'p' || name === 'li' || name === 'td';
}
