import { contains } from '../../html/tree.js';
import { type Line, marksOfPieces } from '../../page/lines.js';
import { textOf } from '../../page/text.js';
import type { Reading } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import type { ListedRow } from '../listed-rows/listed-row.js';
import { type DatedLine, readDatedLine } from './dated-line.js';

/** Reads the fields of one row. News rows show a publisher, but never an address. */
export function readNewsRow({ trace }: Reading, card: ListedRow, position: number): OrganicResult {
  const dated = readDatedLine(card.below, card.above.length > 0);
  const source = readSource(card, dated);
  const snippet = readSnippet(card, dated, source);
  const domain = hostOf(card.link);
  trace.field(position, 'title', 'title link', card.title);
  if (source) trace.field(position, 'source', 'line', source.block);
  if (dated) trace.field(position, 'date', dated.reader, dated.line.block);
  if (snippet) trace.field(position, 'snippet', 'line', snippet.block);
  return {
    position,
    title: textOf(card.title),
    link: card.link,
    domain,
    source: source?.text ?? siteNameOf(card.link),
    displayed_link: '',
    snippet: snippet?.text ?? '',
    snippet_matched: marksOfPieces(snippet?.pieces ?? []),
    ...(dated && { date: dated.date }),
  };
}

/** The publisher: the last line above the title, beside the date, or the first line under the title. */
function readSource({ above, below, anchor }: ListedRow, dated: DatedLine | undefined): Line | undefined {
  const beside = above[above.length - 1] ?? dated?.source;
  if (beside !== undefined) return beside;
  const [first, second] = below;
  if (first === undefined || first === dated?.line) return undefined;
  const isOnlyLine = second === undefined && !contains(anchor, first.block);
  return isOnlyLine && first.text.length > longestName ? undefined : first;
}

/** A lone line longer than this is the snippet of a row without a publisher. */
const longestName = 60;

/** The longest of the lines that are neither publisher nor date. */
function readSnippet({ below }: ListedRow, dated: DatedLine | undefined, source: Line | undefined): Line | undefined {
  let longest: Line | undefined;
  for (const whole of below) {
    const line = whole === dated?.line ? dated.rest : whole;
    if (line !== source && (line?.text.length ?? 0) > (longest?.text.length ?? 0)) longest = line;
  }
  return longest;
}
