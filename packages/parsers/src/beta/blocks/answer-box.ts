import { contains, type Element, hrefOf } from '../../html/tree.js';
import { isUnlinked, isWritten, type Line, linesOf } from '../../page/lines.js';
import { firstWithin, within } from '../../page/lists.js';
import { findAll, type Page } from '../../page/page.js';
import { isButton, isLink } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageLinks } from '../../reading/blocks/page-links.js';
import { isAboveRows, type PageParts } from '../../reading/blocks/parts.js';
import type { AnswerBox, AnswerKind } from '../../results/answers.js';
import type { Spelling } from '../../results/block-items.js';
import { isBlank } from '../../words/text.js';

/** Reads the engine's own box above the rows, except another spelling: a few lines that link to no page. */
export function readAnswerBox(
  { page, rows, parts, links }: PageParts,
  spelling: Located<Spelling> | undefined,
): Located<AnswerBox> | undefined {
  if (rows.length === 0) return undefined; // such a page says why
  for (const part of parts) {
    if (!part.isItem || !isAboveRows(part, rows)) continue;
    const { element } = part;
    if (spelling !== undefined && contains(element, spelling.element)) continue;
    const item = mayAnswer(page, element, links) ? readBox(page, element, links) : undefined;
    if (item !== undefined) return { item, element };
  }
  return undefined;
}

/** A part with packs, advertisements or several pages is not an answer, nor is a strip of links. */
function mayAnswer(page: Page, part: Element, { isAdClick, queryOf, serviceOf, targetOf }: PageLinks): boolean {
  const isHeaded = firstWithin(page.headings, part) !== undefined;
  if (!isHeaded && !/\p{L}|\p{N}/u.test(textOf(part, { skip: isLink }))) return false;
  const links = within(page.anchors, part).filter((anchor) => isShown(anchor) && hasText(anchor) && !isButton(anchor));
  const leadsToPack = links.some((link) => {
    const href = hrefOf(link);
    return isAdClick(href) || packServices.has(serviceOf(href) ?? '');
  });
  const queries = links.filter((link) => queryOf(hrefOf(link)) !== '');
  if (leadsToPack || (queries.length > 1 && !isHeaded && queries.length === links.length)) return false;
  return new Set(links.flatMap((link) => targetOf(hrefOf(link)) ?? [])).size <= maxPages;
}

const packServices: ReadonlySet<string> = new Set(['images', 'videos', 'news']);

/** Maximum number of pages that a box may cite. */
const maxPages = 1;

function readBox(page: Page, part: Element, { outside, queryOf, targetOf }: PageLinks): AnswerBox | undefined {
  if (findAll(page, part, isTextArea).length === 1) return undefined; // asks for a text; a translator has two
  const fields = findAll(page, part, ({ name }) => name === 'input' || name === 'select').filter(isShown);
  const heading = within(page.headings, part).find((inner) => isShown(inner) && hasText(inner));
  const lines = linesOf(part, {
    skip: (element) => element === heading || isButton(element) || isFeedback(page, element),
  });
  const shown = lines.filter((line) => !isMenuLine(line, queryOf));
  const own = shown.length === 0 ? lines : shown; // the whole answer may be a link
  if (own.length === 0 || own.length > maxLines || (own.length < 2 && fields.length < 2 && heading === undefined))
    return undefined;
  const said = own.filter((line) => !isLinked(line)); // without the name of its source
  const texts = (said.length === 0 ? own : said).map(spaced);
  const [named, ...rest] = texts;
  const firstIsTitle = heading === undefined && rest.length > 0;
  const line = firstIsTitle ? named : undefined;
  const title = heading === undefined ? line : textOf(heading);
  const text = (firstIsTitle ? rest : texts).join(' ');
  if (!/\p{L}|\p{N}/u.test(text) || text.length > maxAnswerLength) return undefined;
  const anchor = firstWithin(outside, part);
  const link = anchor && targetOf(hrefOf(anchor));
  return { kind: kindOf(fields.length, text), text, ...(title && { title }), ...(link !== undefined && { link }) };
}

function isTextArea(element: Element): boolean {
  return element.name === 'textarea' && isShown(element);
}

const maxLines = 40;
const maxAnswerLength = 1500;

function kindOf(fields: number, text: string): AnswerKind {
  if (fields > 1) return 'converter';
  if (/\d\s?°/.test(text)) return 'weather';
  if (/\(\s?[-+−]?\d+(?:[.,]\d+)?\s?%\)/.test(text)) return 'other';
  if (/\[[ˈˌ\p{L}ːˑ.ˈ ]{2,40}\]|\/[ˈˌ\p{L}ːˑ.]{3,40}\//u.test(text) && text.length > minPassageLength)
    return 'definition';
  return text.length > minPassageLength ? 'passage' : 'fact';
}

const minPassageLength = 120;

/** Values beside each other are in separate elements without white space between them. */
function spaced({ pieces }: Line): string {
  return pieces
    .map(({ text }) => text.trim())
    .filter((text) => !isBlank(text))
    .join(' ')
    .replace(/ (?=[.,;:!?)])/g, '');
}

/** Whether a line consists of links only. */
function isLinked({ pieces }: Line): boolean {
  return !pieces.some(isUnlinked);
}

/** Whether a line consists of links to further searches or to other views of the answer. */
function isMenuLine({ pieces }: Line, queryOf: PageLinks['queryOf']): boolean {
  const written = pieces.filter(isWritten);
  const links = new Set(written.map(({ link }) => link));
  return [...links].every(
    (link) => link !== undefined && (queryOf(hrefOf(link)) !== '' || !hrefOf(link).startsWith('http')),
  );
}

/** Whether the element asks if the answer helped: buttons with a few words around them. */
function isFeedback(page: Page, element: Element): boolean {
  if (element.last === element.order || element.last - element.order > maxInFeedback) return false;
  const buttons = findAll(page, element, isButton);
  return buttons.length > 1 && textOf(element, { skip: isButton }).length <= maxFeedbackLength;
}

const maxInFeedback = 40;
const maxFeedbackLength = 40;
