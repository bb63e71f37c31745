import { contains } from '../../html/tree.js';
import { type Line, marksOfPieces } from '../../page/lines.js';
import { titleText } from '../../page/text.js';
import { type FoundRow, found, given } from '../../reading/found.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import type { ListedRow } from '../listed-rows/listed-row.js';
import { type DatedLine, readDatedLine } from './dated-line.js';

/** Reads the fields of one row. News rows show a publisher, but never an address. */
export function readNewsRow(row: ListedRow): FoundRow<OrganicResult> {
  const { anchor, link, title } = row;
  const dated = readDatedLine(row.below, row.above.length > 0);
  const source = readSource(row, dated);
  const snippet = readSnippet(row, dated, source);
  const fields: FoundRow<OrganicResult>['fields'] = {
    title: found(titleText(title, anchor), 'title link', title),
    link: found(link, 'target', anchor),
    domain: given(hostOf(link)),
    source: source ? found(source.text, 'line', source.block) : found(siteNameOf(link), 'host', anchor),
    displayed_link: given(''),
    snippet: snippet ? found(snippet.text, 'line', snippet.block) : given(''),
    snippet_matched: snippet ? found(marksOfPieces(snippet.pieces), 'line', snippet.block) : given([]),
    date: dated ? found(dated.date, dated.reader, dated.line.block) : given(undefined),
  };
  return { anchor, fields };
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
