import {
  closest,
  contains,
  type Element,
  hrefOf,
  isElement,
  isInside,
  type Node,
  textContentOf,
} from '../../html/tree.js';
import { isLinked, isNonBlank, type Line, textOfPieces, textsOf } from '../../page/lines.js';
import { isHeading, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, widestWithoutOtherText } from '../../page/visible.js';
import { hostOf } from '../../words/address.js';
import { collapseWhitespace, isBlank, letterOrDigit } from '../../words/text.js';
import type { LinkInterpreter } from './page-parts.js';

/** The facts of a panel, and the lines that they were read from. */
interface PanelFacts {
  readonly values: ReadonlyMap<string, string>;
  readonly lines: ReadonlySet<Line>;
}

/** The facts among the lines of a panel: a label with a colon, a linked label, or a short line above its value. */
export function panelFactsOf(lines: readonly Line[], title: string, links: LinkInterpreter): PanelFacts {
  const values = new Map<string, string>();
  const used = new Set<Line>();
  for (const [index, line] of lines.entries()) {
    if (line.pieces.length < 2 || used.has(line) || namesSources(line.pieces, links)) continue; // label and value
    const fact = labelledFact(line) ?? linkedFact(line, title, links.queryOf);
    if (fact === undefined) continue;
    const rest = restOfValue(lines, index);
    keep(line, fact.label, joinedValue([fact.value, ...textsOf(rest)]));
    for (const more of rest) used.add(more);
  }
  const beside = valuesBeside(
    lines.filter((line) => !used.has(line)),
    links,
  );
  if (beside.size > 1) for (const [line, { label, value }] of beside) keep(line, label, value);
  const pairs = pairedFacts(lines.filter((line) => !used.has(line)));
  return { values: new Map([...values, ...pairs.values]), lines: new Set([...used, ...pairs.lines]) };

  function keep(line: Line, label: string, value: string): void {
    if (!values.has(label)) values.set(label, value);
    used.add(line);
  }
}

/** The lines that continue a value which ends in a separator, in the same element. */
function restOfValue(lines: readonly Line[], index: number): readonly Line[] {
  const { block, text } = lines[index]!;
  if (!betweenParts.test(text)) return [];
  const end = lines.findIndex(
    (line, at) =>
      at > index && (!contains(block, line.block) || (line.block === block && letterOrDigit.test(line.text))),
  );
  return lines.slice(index + 1, end < 0 ? lines.length : end);
}

const betweenParts = /[·,/]$/;

function joinedValue(texts: readonly string[]): string {
  return texts.join(' ').replaceAll(' / ', '/');
}

/** Whether all links are named after the sites that they lead to: a list of sources. */
function namesSources(pieces: Line['pieces'], { targetOf }: LinkInterpreter): boolean {
  const linked = pieces.filter(({ link, text }) => link !== undefined && !isBlank(text));
  if (linked.length < minSources) return false;
  return linked.every(({ link, text }) => {
    const name = text.trim().toLowerCase();
    return hostOf(targetOf(hrefOf(link!)) ?? '').includes(name);
  });
}

/** The single link of a fact may name its site: "Website: example.com". */
const minSources = 2;

interface LabelledFact {
  readonly label: string;
  readonly value: string;
}

/** "Founded: 1988", the label in an element of its own. */
function labelledFact({ pieces }: Line): LabelledFact | undefined {
  const start = pieces.findIndex(isNonBlank);
  const first = pieces[start];
  if (first === undefined) return undefined;
  const label = collapseWhitespace(first.text);
  if (!/[:：]$/.test(label) || label.length > maxLabelLength) return undefined;
  const second = pieces.find((piece, at) => at > start && isNonBlank(piece));
  if (second === undefined || first.parent === second.parent) return undefined;
  return { label: label.slice(0, -1).trim(), value: textOfPieces(pieces.slice(start + 1)) };
}

/** "Born Anthony Norman Albanese · 2 March 1963", the label linked to the search for it. */
function linkedFact({ pieces }: Line, title: string, queryOf: LinkInterpreter['queryOf']): LabelledFact | undefined {
  const first = pieces.find(isNonBlank);
  if (first?.link === undefined || pieces.findLast(isNonBlank) === first) return undefined;
  const label = collapseWhitespace(first.text);
  const query = queryOf(hrefOf(first.link)).toLowerCase();
  if (label.length > maxLabelLength || !query.endsWith(label.toLowerCase())) return undefined;
  const [word] = title.toLowerCase().split(/\s/);
  if (!query.includes(word!)) return undefined;
  return { label, value: spaced(pieces.slice(pieces.indexOf(first) + 1)) };
}

/** The lines whose block contains exactly two elements: a label and a value beside it. */
function valuesBeside(lines: readonly Line[], links: LinkInterpreter): Map<Line, LabelledFact> {
  const facts = new Map<Line, LabelledFact>();
  for (const line of lines) {
    const [first, second] = pairIn(line.block);
    if (second === undefined || !isElement(first!) || !isElement(second)) continue;
    const label = textOf(first);
    if (label.length > maxLabelLength) continue;
    const value = textOf(second);
    const isLabel =
      /\p{L}/u.test(label) &&
      !isHeading(first) &&
      !/\s$/.test(textContentOf(first)) && // else the text goes on in the next element
      !line.pieces.some((piece) => piece.link !== undefined && contains(first, piece.parent));
    const ofValue = line.pieces.filter(({ parent, text }) => contains(second, parent) && !isBlank(text));
    const isSource = ofValue.every((piece) => leadsOutside(piece, links)) || namesSources(ofValue, links);
    if (isLabel && !isSource && value.length <= maxValueLength)
      facts.set(line, { label: label.replace(/[:：]$/, ''), value });
  }
  return facts;
}

/** The two children with text of an element, or of the only one in it; empty if there are more or less than two. */
function pairIn({ children }: Element): readonly Node[] {
  const pair: Node[] = [];
  for (const child of children) {
    if (!hasText(child)) continue;
    if (pair.length === 2) return [];
    pair.push(child);
  }
  const [only, other] = pair;
  if (other !== undefined) return pair;
  return only !== undefined && isElement(only) ? pairIn(only) : [];
}

function leadsOutside({ link }: Line['pieces'][number], { targetOf }: LinkInterpreter): boolean {
  return link !== undefined && targetOf(hrefOf(link)) !== undefined;
}

/** Labels above their values, at least two: rows of two short lines in an element each. */
function pairedFacts(lines: readonly Line[]): PanelFacts {
  const values = new Map<string, string>();
  const used = new Set<Line>();
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined || used.has(line) || line.text.length > maxLabelLength || next.text.length > maxValueLength)
      continue;
    if (line.pieces.some(isLinked)) continue;
    if (!isRow(line, next) || cannotBeLabel(line)) continue;
    values.set(line.text.replace(/[:：]$/, ''), next.text);
    used.add(line);
    used.add(next);
  }
  return values.size > 1 ? { values, lines: used } : { values: new Map(), lines: new Set() };
}

/** Headings of what follows and sites that offer something are not labels. */
function cannotBeLabel({ text, block }: Line): boolean {
  return hostText.test(text) || isInside(block, (outer) => isHeading(outer) && isSectionHeading(outer));
}

const hostText = /^(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,}$/i;

/**
 * Whether two lines are the whole content of an element, each in a child of its own: a label and its value. If they are
 * nested deeper, several such rows must be siblings.
 */
function isRow(line: Line, next: Line): boolean {
  const row = closest(line.block, (outer) => contains(outer, next.block))!;
  const [first, second] = pairIn(row);
  if (second === undefined || !isTextOf(first!, line) || !isTextOf(second, next)) return false;
  return (
    next.block.parent === row ||
    (widestWithoutOtherText(row).parent?.children.filter(isShortRow).length ?? 0) >= minRows
  );
}

function isShortRow(node: Node): boolean {
  return isElement(node) && pairIn(node).length > 0 && textOf(node).length <= maxValueLength;
}

/** Two modules with a title and a note are not rows. */
const minRows = 3;

/** Whether a line is the whole text of a child of a row. */
function isTextOf(child: Node, { text, pieces }: Line): boolean {
  if (!isElement(child)) return collapseWhitespace(child.data) === text;
  return pieces.some(({ parent }) => contains(child, parent)) && textOf(child) === text;
}

const maxLabelLength = 40;
const maxValueLength = 300;

/** Joins pieces with spaces: values and the dots between them are in elements of their own. */
function spaced(pieces: Line['pieces']): string {
  return textOfPieces(
    pieces.flatMap((piece) => (/^[·,)]/.test(piece.text.trim()) ? [piece] : [{ ...piece, text: ` ${piece.text}` }])),
  )
    .replace(/\s{0,3}·\s{0,3}/g, ' · ')
    .replace(/\( /g, '(');
}
