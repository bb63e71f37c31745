import { closest, type Element, isInside } from '../../html/tree.js';
import { isNonBlank, type Line, type Piece, piecesOf, textOfPieces, textsOf } from '../../page/lines.js';
import { isHeading, isList, isListItem } from '../../page/roles.js';
import type { AnswerItem, AnswerSection } from '../../results/block-items.js';
import { isBlank } from '../../words/text.js';

/** Returns the sources that a line cites, as indexes; undefined if the page does not hold them. */
type ReferencesOf = (line: Line) => readonly number[] | undefined;

/** The parts of an answer, in order, from the lines of its text. The answer itself may be in a list item. */
export function answerSectionsOf(body: Element, lines: readonly Line[], referencesOf: ReferencesOf): AnswerSection[] {
  const sections: AnswerSection[] = [];
  let list: Element | undefined; // the outermost list around the last item
  for (const group of groupsOf(body, lines)) {
    const { holder } = group;
    const references = referencesIn(group.lines, referencesOf);
    const last = sections.at(-1);
    if (holder !== undefined && isListItem(holder)) {
      const item = { ...itemOf(group.lines), ...references };
      const outer = outermostList(body, holder);
      if (last?.kind === 'list' && (outer === list || outer === undefined || list === undefined)) last.items.push(item);
      else sections.push({ kind: 'list', items: [item] });
      list = outer;
    } else if (holder?.name === 'tr') {
      const row = cellsOf(group.lines);
      if (last?.kind === 'table' && !isFirstRow(holder)) last.rows.push(row);
      else sections.push({ kind: 'table', rows: [row], ...references });
    } else {
      const text = joinedText(group.lines);
      sections.push({ kind: isHeadline(group.lines, text) ? 'heading' : 'paragraph', text, ...references });
    }
  }
  return sections;
}

/** Lines of one list item, one table row, one piece of code, or one paragraph. */
interface LineGroup {
  readonly holder: Element | undefined;
  readonly lines: Line[];
}

function groupsOf(body: Element, lines: readonly Line[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const around = closest(line.block, (outer) => outer === body || isHolder(outer));
    const holder = around === body ? undefined : around;
    const last = groups.at(-1);
    if (
      last !== undefined &&
      (holder === undefined ? line.isContinued && last.holder === undefined : holder === last.holder)
    )
      last.lines.push(line);
    else groups.push({ holder, lines: [line] });
  }
  return groups;
}

function isHolder(element: Element): boolean {
  return element.name === 'tr' || element.name === 'pre' || isListItem(element);
}

function outermostList(body: Element, item: Element): Element | undefined {
  let list: Element | undefined;
  for (let outer = item.parent; outer !== null && outer !== body; outer = outer.parent) if (isList(outer)) list = outer;
  return list;
}

/** A table's first row begins a new table. */
function isFirstRow(row: Element): boolean {
  const table = closest(row, ({ name }) => name === 'table');
  const first = table === undefined ? undefined : firstRowOf(table);
  return first === row;
}

function firstRowOf(element: Element): Element | undefined {
  for (const child of element.children) {
    if (child.type === 'text') continue;
    const row = (child as Element).name === 'tr' ? (child as Element) : firstRowOf(child as Element);
    if (row !== undefined) return row;
  }
  return undefined;
}

function cellsOf(lines: readonly Line[]): string[] {
  const cells = new Map<Element, string[]>();
  for (const line of lines) {
    const cell = closest(line.block, ({ name }) => name === 'td' || name === 'th') ?? line.block;
    cells.set(cell, [...(cells.get(cell) ?? []), line.text]);
  }
  return Array.from(cells.values(), joinPunctuated);
}

/**
 * Splits off the label that an item begins with: it is bold, and ends with a colon or question mark, or is a line of
 * its own.
 */
function itemOf(lines: readonly Line[]): AnswerItem {
  const first = lines[0]!;
  const text = joinedText(lines);
  const label = labelAtStart(first.pieces);
  const rest = text.slice(label.length).replace(/^\s*[:：]?\s*/, '');
  const endsLabel = /[:：?？]$/.test(label) || /^\s*[:：]/.test(text.slice(label.length));
  const isOwnLine = first.text === label && lines.length > 1;
  if (label === '' || rest === '' || !text.startsWith(label) || !(endsLabel || isOwnLine)) return { text };
  return { title: label.replace(/[:：]$/, '').trimEnd(), text: rest };
}

/** The bold text that pieces begin with. */
function labelAtStart(pieces: readonly Piece[]): string {
  const written = pieces.filter(isNonBlank);
  const end = written.findIndex((piece) => !isBold(piece));
  return textOfPieces(pieces.slice(0, end < 0 ? pieces.length : pieces.indexOf(written[end]!)));
}

function isBold({ mark }: Piece): boolean {
  return mark !== undefined && mark.name !== 'mark' && mark.name !== 'em' && mark.name !== 'i';
}

/** Whether lines are in headings, or bold throughout. */
function isHeadline(lines: readonly Line[], text: string): boolean {
  if (text.length > maxHeadlineLength) return false;
  return piecesOf(lines).every((piece) => isBlank(piece.text) || isBold(piece) || isInside(piece.parent, isHeading));
}

const maxHeadlineLength = 200;

function referencesIn(lines: readonly Line[], referencesOf: ReferencesOf): { references?: number[] } {
  const named = lines.map(referencesOf).filter((references) => references !== undefined);
  return named.length === 0 ? {} : { references: [...new Set(named.flat())] };
}

function joinedText(lines: readonly Line[]): string {
  return joinPunctuated(textsOf(lines));
}

/** Joins texts by spaces, except before punctuation, which may be in an element of its own. */
export function joinPunctuated(texts: readonly string[]): string {
  return texts.join(' ').replace(/ (?=[.,;:!?](?: |$))/g, '');
}
