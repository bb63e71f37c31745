import { attributeBits } from '../../html/attributes.js';
import { ancestors, attribute, closest, contains, type Element, isElement } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { firstWithin, lastBefore, within } from '../../page/ordered.js';
import { elementsWith, findAll, oncePerPage, type Page } from '../../page/page.js';
import { isHeading, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import { joinedTexts } from '../../reading/blocks/answer-sections.js';
import { isOwnHelp } from './answer-sources.js';
import { isControl, isDecoration } from './decoration.js';

/** Whether an element is the place of a generated answer. */
export function isGenerated(element: Element): boolean {
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
export const generatedPlaces: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const bits = page.ids.has(placeId) ? signBits : markBits;
  return elementsWith(page, bits).filter(isGenerated);
});

/** The text of a generated answer in one piece. */
export function generatedText(page: Page, block: Element, cards: ReadonlyMap<Element, Element>): string {
  return joinedTexts(generatedLines(page, block, cards).map(({ text }) => text));
}

/** The lines of a generated answer, without its title, the cards of its sources, notes, and what is there to be pressed. */
export function generatedLines(page: Page, block: Element, cards: ReadonlyMap<Element, Element>): Line[] {
  const barred = new Set(findAll(page, block, isControl).map(({ parent }) => parent));
  const isTooltip = (element: Element) => barred.has(element.parent) && isHiddenLabel(element);
  const lines = linesOf(block, { skip: (element) => isControl(element) || cards.has(element) || isTooltip(element) });
  const title = within(page.headings, block).find((heading) => isSectionHeading(heading) && isShown(heading));
  const start = title === undefined ? endOfOuterTitle(page, lines, block) : endOfTitle(lines, title);
  const read = withoutMessage(lines.slice(start));
  const answer = untilCards(untilNote(read, notesIn(page, block)), [...cards.keys()]);
  const frames = framesOfCode(lines);
  return answer.filter((line, index) => !isUnseenNote(line, answer[index - 1]) && !frames.has(line));
}

/**
 * Where the answer begins: after its title, which may be there twice, for those who see it and for those who hear it.
 * What is before the title in its element says that there is no answer, until there is one.
 */
function endOfTitle(lines: readonly Line[], title: Element): number {
  const name = textOf(title).toLowerCase();
  const first = lines.findIndex(({ text }) => text.toLowerCase() === name);
  const header = title.parent ?? title;
  if (lines.slice(0, Math.max(first, 0)).some(({ block }) => !contains(header, block))) return 0;
  const end =
    first + 1 + lines.slice(first + 1, first + longestHeader).findLastIndex(({ text }) => text.toLowerCase() === name);
  return end + 1;
}

/** The lines from the first on that is no message: one is a heading with nothing beside it but a button that closes it. */
function withoutMessage(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => !isMessage(line));
  return first < 0 ? lines : lines.slice(first);
}

function isMessage({ block, pieces }: Line): boolean {
  if (pieces.some(({ parent }) => closest(parent, isHeading) === undefined)) return false;
  for (const inner of [block, ...ancestors(block)]) {
    const beside = inner.parent?.children.filter((node) => node !== inner && isElement(node)) ?? [];
    if (beside.length > 0) return beside.every((node) => isElement(node) && isControl(node));
  }
  return false;
}

/** The title may be a heading before the place of the answer, which repeats it. */
function endOfOuterTitle(page: Page, lines: readonly Line[], block: Element): number {
  const before = lastBefore(page.headings, block);
  const name = before !== undefined && isSectionHeading(before) ? textOf(before).toLowerCase() : nameTwice(lines);
  return lines.slice(0, longestHeader).findLastIndex(({ text }) => text.toLowerCase() === name) + 1;
}

/** The first line where the second one repeats it: the title, for those who see it and for those who hear it. */
function nameTwice([first, second]: readonly Line[]): string | undefined {
  const name = first?.text.toLowerCase();
  return name === second?.text.toLowerCase() ? name : undefined;
}

/** Lines in which a second title may be. */
const longestHeader = 4;

/** What holds a link to help and says why one might press it, in document order. */
function notesIn(page: Page, block: Element): readonly Element[] {
  const notes = within(page.anchors, block)
    .filter(isOwnHelp)
    .slice(0, mostNotes)
    .map((anchor) => {
      const link = textOf(anchor);
      const note = closest(anchor, (element) => element === block || textOf(element, { skip: isControl }) !== link);
      return note === undefined || note === block ? anchor : note;
    });
  return notes.sort((a, b) => a.order - b.order);
}

/** The first of them after the title ends the answer. */
const mostNotes = 8;

/** The answer ends where a note begins; one may stand beside the title too. */
function untilNote(lines: readonly Line[], notes: readonly Element[]): readonly Line[] {
  const known = new Set(notes);
  const isNote = ({ block }: Line) =>
    firstWithin(notes, block) !== undefined || closest(block, (element) => known.has(element)) !== undefined;
  const start = lines.findIndex((line) => !isNote(line));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && isNote(line));
  return lines.slice(start, end < 0 ? lines.length : end);
}

/** What follows a list of cards is none of the answer; a single card may stand within it. */
function untilCards(lines: readonly Line[], cards: readonly Element[]): readonly Line[] {
  const [last, other] = [cards.at(-1), cards.at(-2)];
  if (last === undefined || other === undefined) return lines;
  const end = lines.findIndex(({ block }) => block.order > last.last);
  const isList = !lines.some(({ block }) => block.order > other.last && block.order < last.order);
  return isList && end > 0 ? lines.slice(0, end) : lines;
}

/** Words behind a link for those who hear it: ". Opens in new tab". */
function isUnseenNote({ text }: Line, before: Line | undefined): boolean {
  return before?.pieces.some(({ link }) => link !== undefined) === true && noteBehindLink.test(text);
}

const noteBehindLink = /^\.\s\p{L}/u;

/** The name of a language above a piece of code and the warning below it share an element with nothing else. */
function framesOfCode(lines: readonly Line[]): ReadonlySet<Line> {
  const frames = new Set<Line>();
  for (let start = 0, end = 0; start < lines.length; start = end) {
    const code = closest(lines[start]!.block, isCode);
    end = start + 1;
    if (code === undefined) continue;
    while (end < lines.length && contains(code, lines[end]!.block)) end++;
    const others = [lines[start - 2], lines[end + 1]];
    for (const line of [lines[start - 1], lines[end]]) {
      if (line !== undefined && line.text.length <= longestLabel && isAlone(line, code, others)) frames.add(line);
    }
  }
  return frames;
}

/** Whether the smallest element around a line and some code holds none of the other lines. */
function isAlone(line: Line, code: Element, others: readonly (Line | undefined)[]): boolean {
  const outer = closest(code, (element) => contains(element, line.block));
  return outer !== undefined && !others.some((other) => other !== undefined && contains(outer, other.block));
}

function isCode({ name }: Element): boolean {
  return name === 'pre';
}

const longestLabel = 60;

/** What a button is for may be shown beside it, to those who point at it. */
function isHiddenLabel(element: Element): boolean {
  return attribute(element, 'aria-hidden') === 'true' && isDecoration(element);
}
