import { attributeBits } from '../../html/attributes.js';
import { closest, type Element } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/lists.js';
import { elementsThatMayHave, findAll, oncePerPage, type Page } from '../../page/page.js';
import { hasRole, isButton, isHeading } from '../../page/roles.js';
import { labelOf, textOf } from '../../page/text.js';
import { hasText, isLineBreaking, isShown } from '../../page/visible.js';
import { joinedTexts, sectionsOf } from '../../reading/blocks/answer-sections.js';
import type { Located } from '../../reading/blocks/located.js';
import type { EngineLinks } from '../../reading/blocks/page-links.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { AiOverview, AnswerSource } from '../../results/answers.js';

/** Reads the generated answer: running text above the rows with the numbers of its sources. */
export function readAiOverview({ page, parts, links: engine }: PageParts): Located<AiOverview> | undefined {
  for (const { element: part, column } of parts) {
    const body = column === 'side' ? undefined : bodyIn(page, part);
    if (body === undefined) continue;
    const notes = citations(page, body, engine);
    const sources = sourcesOf(notes);
    const links = sourceLines(page, body);
    const lines = linesOf(body, {
      skip: (element) => isButton(element) || notes.has(element) || links.has(element) || isCodeFrame(element),
    });
    const text = joinedTexts(lines.map(({ text: own }) => own));
    if (text.length < minimumText) continue;
    const places = new Map(sources.map(({ link }, index) => [link, index]));
    const referencesOf = (line: Line): number[] | undefined => {
      if (sources.length === 0) return undefined;
      const own = [...notes].filter(([note]) => closesLine(note, line, lines));
      return own.flatMap(([, link]) => places.get(link) ?? []);
    };
    return { item: { text, sections: sectionsOf(body, lines, referencesOf), sources }, element: body };
  }
  return undefined;
}

/** Shorter texts are titles and notes. */
const minimumText = 60;

/** The nearest element around the citations of a part that contains its paragraphs. */
function bodyIn(page: Page, part: Element): Element | undefined {
  const first = within(labelledElements(page), part).find((element) => element !== part && isCitation(element));
  if (first === undefined) return undefined;
  const paragraph = closest(first, ({ name }) => name === 'p' || name === 'li') ?? closest(first, isLineBreaking);
  return paragraph?.parent ?? undefined;
}

/** Most parts have no element with a label, and no other can be a citation. */
const labelledElements: (page: Page) => readonly Element[] = oncePerPage((page) =>
  elementsThatMayHave(page, attributeBits(['aria-label'])),
);

/** Whether the element is a citation: a number of one or two digits, with a label that names a page and its address. */
function isCitation(element: Element): boolean {
  if (!element.hasAttribute('aria-label') || !/\s-\s\S+$/.test(labelOf(element))) return false;
  return /^\d{1,2}$/.test(textOf(element)) && isShown(element);
}

/** The citations in an answer with the target of each; `''` if it names no address. */
function citations(page: Page, body: Element, { targetOf }: EngineLinks): Map<Element, string> {
  return new Map(
    findAll(page, body, isCitation).map((note) => {
      const named = labelOf(note).split(' - ').at(-1)!;
      return [note, targetOf(named) ?? ''] as const;
    }),
  );
}

function sourcesOf(notes: ReadonlyMap<Element, string>): AnswerSource[] {
  const sources = new Map<string, AnswerSource>();
  for (const [note, link] of notes) {
    const title = labelOf(note).split(' - ').slice(0, -1).join(' - ');
    if (link !== '' && !sources.has(link)) sources.set(link, { title, link });
  }
  return [...sources.values()];
}

/** Paragraphs that list the sources: only links that begin with their numbers. */
function sourceLines(page: Page, body: Element): ReadonlySet<Element> {
  const paragraphs = findAll(page, body, ({ name }) => name === 'p');
  return new Set(
    paragraphs.filter((paragraph) => {
      const links = within(page.anchors, paragraph).filter(hasText);
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
