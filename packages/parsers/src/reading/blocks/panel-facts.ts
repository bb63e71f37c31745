import { contains, hrefOf, isElement } from '../../html/tree.js';
import { type Line, textOfPieces } from '../../page/lines.js';
import { textOf } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import { isBlank } from '../../words/text.js';
import type { EngineLinks } from './parts.js';

/** The facts of a panel and the lines that they were read from. */
export interface PanelFacts {
  readonly values: ReadonlyMap<string, string>;
  readonly lines: ReadonlySet<Line>;
}

/** The facts among the lines of a panel: a label with a colon, a linked label, or a short line above its value. */
export function factsOf(lines: readonly Line[], title: string, queryOf: EngineLinks['queryOf']): PanelFacts {
  const values = new Map<string, string>();
  const used = new Set<Line>();
  for (const line of lines) {
    const fact = labelled(line) ?? asked(line, title, queryOf);
    if (fact !== undefined) keep(line, fact.label, fact.value);
  }
  const besides = valuesBeside(lines.filter((line) => !used.has(line)));
  if (besides.size > 1) for (const [line, { label, value }] of besides) keep(line, label, value);
  const pairs = paired(lines.filter((line) => !used.has(line)));
  return { values: new Map([...values, ...pairs.values]), lines: new Set([...used, ...pairs.lines]) };

  function keep(line: Line, label: string, value: string): void {
    if (!values.has(label)) values.set(label, value);
    used.add(line);
  }
}

interface LabelledFact {
  readonly label: string;
  readonly value: string;
}

/** "Founded: 1988", the label in an element of its own. */
function labelled({ text, pieces }: Line): LabelledFact | undefined {
  const written = pieces.filter((piece) => !isBlank(piece.text));
  const [first, second] = written;
  if (first === undefined || second === undefined || first.parent === second.parent) return undefined;
  const label = first.text.trim();
  if (!/[:：]$/.test(label) || label.length > longestLabel) return undefined;
  return { label: label.slice(0, -1).trim(), value: text.slice(text.indexOf(label) + label.length).trim() };
}

/** "Born Anthony Norman Albanese · 2 March 1963", the label linked to the search for just that. */
function asked({ pieces }: Line, title: string, queryOf: EngineLinks['queryOf']): LabelledFact | undefined {
  const written = pieces.filter((piece) => !isBlank(piece.text));
  const [first] = written;
  if (first?.link === undefined || written.length < 2) return undefined;
  const label = first.text.trim();
  const query = queryOf(hrefOf(first.link)).toLowerCase();
  if (query === '' || label.length > longestLabel || !query.endsWith(label.toLowerCase())) return undefined;
  const [word = ''] = title.toLowerCase().split(/\s/);
  if (!query.startsWith(word) && !query.includes(word)) return undefined;
  return { label, value: spaced(pieces.slice(pieces.indexOf(first) + 1)) };
}

/** The lines whose block holds two elements and nothing else: a label, and its value beside it. */
function valuesBeside(lines: readonly Line[]): Map<Line, LabelledFact> {
  const facts = new Map<Line, LabelledFact>();
  for (const line of lines) {
    const [first, second, third] = line.block.children.filter(hasText);
    if (first === undefined || second === undefined || third !== undefined || !isElement(first) || !isElement(second))
      continue;
    const [label, value] = [textOf(first), textOf(second)];
    const isLabel =
      label.length <= longestLabel &&
      /\p{L}/u.test(label) &&
      !line.pieces.some((piece) => piece.link !== undefined && contains(first, piece.parent));
    const isSource =
      second.name === 'a' || line.pieces.some(({ link }) => link !== undefined && /^https?:/i.test(hrefOf(link)));
    if (isLabel && !isSource && value !== '' && value.length <= longestValue)
      facts.set(line, { label: label.replace(/[:：]$/, ''), value });
  }
  return facts;
}

/** A label above its value, two of them at least: rows of two short lines in an element each. */
function paired(lines: readonly Line[]): PanelFacts {
  const values = new Map<string, string>();
  const used = new Set<Line>();
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined || used.has(line) || line.text.length > longestLabel || next.text.length > longestValue)
      continue;
    if (!isRow(line, next)) continue;
    if (line.pieces.some(({ link }) => link !== undefined)) continue;
    values.set(line.text.replace(/[:：]$/, ''), next.text);
    used.add(line);
    used.add(next);
  }
  return values.size > 1 ? { values, lines: used } : { values: new Map(), lines: new Set() };
}

/** Whether two lines are all that an element holds: a label, in a block or not, and the block of its value. */
function isRow(line: Line, next: Line): boolean {
  const row = next.block.parent;
  if (row === null || (line.block !== row && line.block.parent !== row)) return false;
  return row.children.filter((child) => hasText(child)).length === 2;
}

const longestLabel = 40;
const longestValue = 300;

/** Values and the dots between them stand in elements of their own. */
function spaced(pieces: Line['pieces']): string {
  return textOfPieces(
    pieces.flatMap((piece) => (/^[·,)]/.test(piece.text.trim()) ? [piece] : [{ ...piece, text: ` ${piece.text}` }])),
  )
    .replace(/\s{0,3}·\s{0,3}/g, ' · ')
    .replace(/\( /g, '(');
}
