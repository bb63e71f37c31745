import { attributeBits } from '../../html/attributes.js';
import { ancestors, attribute, closest, contains, type Element, isElement, isInside } from '../../html/tree.js';
import { isLinked, type Line, linesOf, textsOf } from '../../page/lines.js';
import { anchorsWithin, firstWithin, headingsWithin, lastBefore, widestAround } from '../../page/lists.js';
import { elementsThatMayHaveAttributes, findElements, oncePerPage, type Page } from '../../page/page.js';
import { isHeading, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isRendered } from '../../page/visible.js';
import { joinPunctuated } from '../../reading/blocks/answer-sections.js';
import { isClockDuration } from '../../words/numbers.js';
import { isSearchHelpLink } from '../links.js';
import { isClickControl, isOutsideAnswerText } from './controls.js';

/** Whether an element is the place of a generated answer. */
export function isGeneratedAnswer(element: Element): boolean {
  if (!element.mayHave(signBits)) return false;
  return (
    attribute(element, 'data-attrid') === 'SrpGenSumSummary' ||
    attribute(element, 'id') === placeId ||
    element.hasAttribute('data-mcp')
  );
}

const placeId = 'm-x-content';
const markBits = attributeBits(['data-attrid', 'data-mcp']);
const signBits = markBits | attributeBits(['id']);

/** The places of generated answers, in document order. */
export const generatedAnswerElements: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const bits = page.ids.has(placeId) ? signBits : markBits;
  return elementsThatMayHaveAttributes(page, bits).filter(isGeneratedAnswer);
});

/** The text of a generated answer in one piece. */
export function generatedAnswerText(page: Page, block: Element, cards: ReadonlyMap<Element, Element>): string {
  return joinPunctuated(textsOf(generatedAnswerLines(page, block, cards)));
}

/** The lines of a generated answer, without its title, source cards, notes and controls. */
export function generatedAnswerLines(page: Page, block: Element, cards: ReadonlyMap<Element, Element>): Line[] {
  const controlParents = new Set(findElements(page, block, isClickControl).map(({ parent }) => parent));
  const isTooltip = (element: Element) => controlParents.has(element.parent) && isOutsideAnswerText(element);
  const lines = linesOf(block, {
    skip: (element) => isClickControl(element) || cards.has(element) || isTooltip(element),
  });
  const title = headingsWithin(page, block).find((heading) => isSectionHeading(heading) && isRendered(heading));
  const start = title === undefined ? endOfOuterTitle(page, lines, block) : endOfTitle(lines, title);
  const read = withoutMessage(lines.slice(start));
  const answer = untilCards(untilNote(read, notesIn(page, block)), [...cards.keys()]);
  const frames = framesOfCode(lines);
  return answer.filter(
    (line, index) =>
      !isNoteForScreenReaders(line, answer[index - 1]) && !frames.has(line) && !isClockDuration(line.text), // of a video
  );
}

/**
 * Index of the answer after its title, which may occur twice: visible, and for screen readers. Text before the title in
 * the same element is a message that is shown while there is no answer.
 */
function endOfTitle(lines: readonly Line[], title: Element): number {
  const name = textOf(title).toLowerCase();
  const first = lines.findIndex(({ text }) => text.toLowerCase() === name);
  const end =
    first + 1 + lines.slice(first + 1, first + maxHeaderLines).findLastIndex(({ text }) => text.toLowerCase() === name);
  const around = widestAround(title, [lines[end + 1]?.block]);
  const isInHeader = ({ block }: Line): boolean => contains(title.parent!, block) || contains(around, block);
  if (!lines.slice(0, Math.max(first, 0)).every(isInHeader)) return 0;
  return end + 1;
}

/** The lines from the first one that is not a message: a heading with nothing beside it but a close button. */
function withoutMessage(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => !isMessage(line));
  return lines.slice(Math.max(first, 0));
}

function isMessage({ block, pieces }: Line): boolean {
  if (pieces.some(({ parent }) => !isInside(parent, isHeading))) return false;
  for (const inner of [block, ...ancestors(block)]) {
    const beside = inner.parent?.children.filter((node) => node !== inner && isElement(node)) ?? [];
    if (beside.length > 0) return beside.every((node) => isElement(node) && isClickControl(node));
  }
  return false;
}

/** Index after a title that repeats the heading before the answer. */
function endOfOuterTitle(page: Page, lines: readonly Line[], block: Element): number {
  const before = lastBefore(page.headings, block);
  const name = before !== undefined && isSectionHeading(before) ? textOf(before).toLowerCase() : repeatedName(lines);
  return lines.slice(0, maxHeaderLines).findLastIndex(({ text }) => text.toLowerCase() === name) + 1;
}

/** The first line if the second one repeats it: a title that is visible and also for screen readers. */
function repeatedName([first, second]: readonly Line[]): string | undefined {
  const name = first?.text.toLowerCase();
  return name === second?.text.toLowerCase() ? name : undefined;
}

/** Number of lines in which a second title may be. */
const maxHeaderLines = 4;

/** The elements with a link to help and a text that explains it, in document order. */
function notesIn(page: Page, block: Element): readonly Element[] {
  const notes = anchorsWithin(page, block)
    .filter(isSearchHelpLink)
    .slice(0, maxNotes)
    .map((anchor) => {
      const link = textOf(anchor);
      const note = closest(
        anchor,
        (element) => element === block || textOf(element, { skip: isClickControl }) !== link,
      );
      return note === undefined || note === block ? anchor : note;
    });
  return notes.sort((a, b) => a.order - b.order);
}

/** Only the first one after the title is needed. */
const maxNotes = 8;

/** The lines before a note, which ends the answer. A note may also be beside the title. */
function untilNote(lines: readonly Line[], notes: readonly Element[]): readonly Line[] {
  const known = new Set(notes);
  const isNote = ({ block }: Line) =>
    firstWithin(notes, block) !== undefined || isInside(block, (element) => known.has(element));
  const start = lines.findIndex((line) => !isNote(line));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && isNote(line));
  return lines.slice(start, end < 0 ? lines.length : end);
}

/** The lines before a list of cards, which ends the answer. A single card may be within the answer. */
function untilCards(lines: readonly Line[], cards: readonly Element[]): readonly Line[] {
  const [last, other] = [cards.at(-1), cards.at(-2)];
  if (last === undefined || other === undefined) return lines;
  const end = lines.findIndex(({ block }) => block.order > last.last);
  const isList = !lines.some(({ block }) => block.order > other.last && block.order < last.order);
  return isList && end > 0 ? lines.slice(0, end) : lines;
}

/** Whether a line is text after a link for screen readers: ". Opens in new tab", of which the end may be hidden. */
function isNoteForScreenReaders({ text }: Line, before: Line | undefined): boolean {
  return before?.pieces.some(isLinked) === true && noteBehindLink.test(text);
}

const noteBehindLink = /^\.(?:\s\p{L}|$)/u;

/** The lines with the name of a language above a piece of code and the warning below it, in an element of their own. */
function framesOfCode(lines: readonly Line[]): ReadonlySet<Line> {
  const frames = new Set<Line>();
  for (let start = 0, end = 0; start < lines.length; start = end) {
    const code = closest(lines[start]!.block, isCode);
    end = start + 1;
    if (code === undefined) continue;
    while (end < lines.length && contains(code, lines[end]!.block)) end++;
    const others = [lines[start - 2], lines[end + 1]];
    for (const line of [lines[start - 1], lines[end]]) {
      if (line !== undefined && line.text.length <= maxLabelLength && isAlone(line, code, others)) frames.add(line);
    }
  }
  return frames;
}

/** Whether the smallest element around a line and some code contains none of the other lines. */
function isAlone(line: Line, code: Element, others: readonly (Line | undefined)[]): boolean {
  const outer = closest(code, (element) => contains(element, line.block));
  return outer !== undefined && !others.some((other) => other !== undefined && contains(outer, other.block));
}

function isCode({ name }: Element): boolean {
  return name === 'pre';
}

const maxLabelLength = 60;
