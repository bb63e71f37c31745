import { attributeBits } from '../../html/attributes.js';
import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isNonBlank, isUnlinkedText, type Line, linesOf, textsOf } from '../../page/lines.js';
import { anchorsWithin, elementsWithin, firstWithin, headingsWithin } from '../../page/lists.js';
import { elementsThatMayHaveAttributes, findElements, oncePerPage, type Page } from '../../page/page.js';
import { hasRole, isAnchor, isButtonOrLabel, isFormField, isHeading, isListOrItem } from '../../page/roles.js';
import { ariaLabelOf, textOf } from '../../page/text.js';
import { hasRenderedText, hasText, isLineBreaking, isRendered } from '../../page/visible.js';
import { answerSectionsOf, joinPunctuated } from '../../reading/blocks/answer-sections.js';
import type { Located } from '../../reading/blocks/located.js';
import { isAboveRows, type LinkInterpreter, type PageLinks, type PageParts } from '../../reading/blocks/page-parts.js';
import { withoutUndefined } from '../../reading/found.js';
import type { AiOverview, AnswerBox, AnswerKind, AnswerSource, Spelling } from '../../results/block-items.js';
import { hostOf } from '../../words/address.js';
import { collapseWhitespace } from '../../words/text.js';
import { isBingHost, targetOf } from '../links.js';

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
function mayAnswer(page: Page, part: Element, { isAdClick, queryOf, serviceOf }: PageLinks): boolean {
  const isHeaded = firstWithin(page.headings, part) !== undefined;
  if (!isHeaded && !/\p{L}|\p{N}/u.test(textOf(part, { skip: isAnchor }))) return false;
  const links = anchorsWithin(page, part).filter((anchor) => hasRenderedText(anchor) && !isButtonOrLabel(anchor));
  const leadsToPack = links.some((link) => {
    const href = hrefOf(link);
    return isAdClick(href) || packServices.has(serviceOf(href) ?? '');
  });
  const queries = links.filter((link) => queryOf(hrefOf(link)) !== '');
  if (leadsToPack || (queries.length > 1 && !isHeaded && queries.length === links.length)) return false;
  return new Set(links.flatMap((link) => pageOf(link) ?? [])).size <= maxPages;
}

/** The page of another site that a link leads to; undefined for one of the engine, however it is written. */
function pageOf(link: Element): string | undefined {
  const target = targetOf(hrefOf(link));
  return target !== undefined && isBingHost(hostOf(target)) ? undefined : target;
}

const packServices: ReadonlySet<string> = new Set(['images', 'videos', 'news']);

/** Maximum number of pages that a box may cite. */
const maxPages = 1;

function readBox(page: Page, part: Element, links: PageLinks): AnswerBox | undefined {
  if (findElements(page, part, isTextArea).length === 1) return undefined; // asks for a text; a translator has two
  const fields = findElements(page, part, isFormField).filter(isRendered);
  const heading = headingsWithin(page, part).find(hasRenderedText);
  const lines = linesOf(part, {
    skip: (element) => element === heading || isButtonOrLabel(element) || isFeedback(page, element),
  });
  const shown = lines.filter((line) => !isMenuLine(line, links));
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
  const anchor = elementsWithin(links.external, part).find(pageOf);
  const link = anchor && pageOf(anchor);
  return { kind: kindOf(fields.length, text), text, ...(title && { title }), ...withoutUndefined({ link }) };
}

function isTextArea(element: Element): boolean {
  return element.name === 'textarea' && isRendered(element);
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
  return collapseWhitespace(textsOf(pieces).join(' ')).replace(/ (?=[.,;:!?)])/g, '');
}

/** Whether a line consists of links only. */
function isLinked({ pieces }: Line): boolean {
  return !pieces.some(isUnlinkedText);
}

/** Whether a line consists of links to further searches or to other views of the answer. */
function isMenuLine({ pieces }: Line, { queryOf }: PageLinks): boolean {
  const written = pieces.filter(isNonBlank);
  const links = new Set(written.map(({ link }) => link));
  return [...links].every((link) => link !== undefined && (queryOf(hrefOf(link)) !== '' || pageOf(link) === undefined));
}

/** Whether the element asks if the answer helped: buttons with a few words around them. */
function isFeedback(page: Page, element: Element): boolean {
  if (element.last === element.order || element.last - element.order > maxInFeedback) return false;
  const buttons = findElements(page, element, isButtonOrLabel);
  return buttons.length > 1 && textOf(element, { skip: isButtonOrLabel }).length <= maxFeedbackLength;
}

const maxInFeedback = 40;
const maxFeedbackLength = 40;

/** Reads the generated answer: running text above the rows with the numbers of its sources. */
export function readAiOverview({ page, parts, links: engine }: PageParts): Located<AiOverview> | undefined {
  for (const { element: part, column } of parts) {
    const body = column === 'side' ? undefined : bodyIn(page, part);
    if (body === undefined) continue;
    const notes = citations(page, body, engine);
    const sources = sourcesOf(notes);
    const links = sourceLines(page, body);
    const lines = linesOf(body, {
      skip: (element) => isButtonOrLabel(element) || notes.has(element) || links.has(element) || isCodeFrame(element),
    });
    const text = joinPunctuated(textsOf(lines));
    if (text.length < minimumText) continue;
    const places = new Map(sources.map(({ link }, index) => [link, index]));
    const referencesOf = (line: Line): number[] | undefined => {
      if (sources.length === 0) return undefined;
      const own = [...notes].filter(([note]) => closesLine(note, line, lines));
      return own.flatMap(([, link]) => places.get(link) ?? []);
    };
    return { item: { text, sections: answerSectionsOf(body, lines, referencesOf), sources }, element: body };
  }
  return undefined;
}

/** Shorter texts are titles and notes. */
const minimumText = 60;

/** The nearest element around the citations of a part that contains its paragraphs. */
function bodyIn(page: Page, part: Element): Element | undefined {
  const first = elementsWithin(labelledElements(page), part).find((element) => element !== part && isCitation(element));
  if (first === undefined) return undefined;
  const named = closest(first, ({ name }) => name === 'p' || name === 'li');
  const isOwn = named !== undefined && named !== part && contains(part, named);
  const paragraph = isOwn ? named : closest(first, isLineBreaking);
  return paragraph?.parent ?? undefined;
}

/** Most parts have no element with a label, and no other can be a citation. */
const labelledElements: (page: Page) => readonly Element[] = oncePerPage((page) =>
  elementsThatMayHaveAttributes(page, attributeBits(['aria-label'])),
);

/** Whether the element is a citation: a number of one or two digits, with a label that names a page and its address. */
function isCitation(element: Element): boolean {
  if (!element.hasAttribute('aria-label') || !/\s-\s\S+$/.test(ariaLabelOf(element))) return false;
  return /^\d{1,2}$/.test(textOf(element)) && isRendered(element);
}

/** The citations in an answer with the target of each; `''` if it names no address. */
function citations(page: Page, body: Element, { targetOf }: LinkInterpreter): Map<Element, string> {
  return new Map(
    findElements(page, body, isCitation).map((note) => {
      const named = ariaLabelOf(note).split(' - ').at(-1)!;
      return [note, targetOf(named) ?? ''] as const;
    }),
  );
}

function sourcesOf(notes: ReadonlyMap<Element, string>): AnswerSource[] {
  const sources = new Map<string, AnswerSource>();
  for (const [note, link] of notes) {
    const title = ariaLabelOf(note).split(' - ').slice(0, -1).join(' - ');
    if (link !== '' && !sources.has(link)) sources.set(link, { title, link });
  }
  return [...sources.values()];
}

/** Paragraphs that list the sources: only links that begin with their numbers. Items and headings may be numbered too. */
function sourceLines(page: Page, body: Element): ReadonlySet<Element> {
  const isOuter = (element: Element): boolean => element === body || isListOrItem(element) || isHeading(element);
  const boxes = linesOf(body)
    .map(({ block }) => block)
    .filter((block) => block !== body && closest(block, isOuter) === body);
  return new Set(
    boxes.filter((paragraph) => {
      const links = anchorsWithin(page, paragraph).filter(hasText);
      const text = links.map((link) => textOf(link)).join('');
      return /^\d{1,2}\s?[-.)]/.test(text) && withoutSpaces(text) === withoutSpaces(textOf(paragraph));
    }),
  );
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Whether the element is the name of a language above a piece of code, or a toolbar. */
function isCodeFrame(element: Element): boolean {
  if (hasRole(element, 'toolbar')) return true;
  const code = closest(element, ({ name }) => name === 'pre');
  return code !== undefined && code !== element && isHeading(element);
}

function closesLine(note: Element, line: Line, lines: readonly Line[]): boolean {
  return lines.findLast(({ pieces }) => pieces[0]!.parent.order < note.order) === line;
}
