import { hrefOf } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import { findAll } from '../../page/page.js';
import { isButton } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import { nameOf } from '../../reading/blocks/headed.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { AnswerBox, AnswerKind } from '../../results/block-items.js';
import { queryOf, serviceOf, targetOf } from '../links.js';

/** Reads the engine's own box above the rows: a headed part with few lines, at most one page as its source, and no pack. */
export function readAnswerBox({ page, rows, parts }: PageParts): Located<AnswerBox> | undefined {
  const first = rows[0]?.anchor.order ?? -1;
  for (const { element, column } of parts) {
    if (column === 'side' || element.order > first) continue;
    const anchors = within(page.anchors, element).filter((anchor) => isShown(anchor) && hasText(anchor));
    const isOther = anchors.some((anchor) => queryOf(hrefOf(anchor)) !== '' || serviceOf(hrefOf(anchor)) !== undefined);
    const pages = new Set(anchors.flatMap((anchor) => targetOf(hrefOf(anchor)) ?? []));
    const fields = findAll(page, element, ({ name }) => name === 'input' || name === 'select').filter(isShown);
    const headings = within(page.headings, element).filter((inner) => isShown(inner) && hasText(inner));
    const heading = headings[0] ?? (fields.length < 2 ? nameOf(element) : undefined);
    if (isOther || pages.size > 1 || (heading === undefined && fields.length < 2)) continue;
    const lines = linesOf(element, { skip: (inner) => inner === heading || isButton(inner) || inner.name === 'a' });
    const text = lines.map((line) => line.text).join(' ');
    if (text === '' || text.length > longestAnswer) continue;
    const [link] = pages;
    const item = {
      kind: kindOf(fields.length, text),
      text,
      ...(heading && { title: textOf(heading) }),
      ...(link !== undefined && { link }),
    };
    return { item, element };
  }
  return undefined;
}

const longestAnswer = 1500;

function kindOf(fields: number, text: string): AnswerKind {
  if (fields > 1) return 'converter';
  if (/\d\s?°/.test(text)) return 'weather';
  return text.length > shortestPassage ? 'passage' : 'fact';
}

const shortestPassage = 120;
