import type { ResolvedOptions } from '../../options.js';
import { dateIn, withoutDate } from '../../page/line-parts.js';
import { parseHtmlPage } from '../../page/page.js';
import { highlightsOf, textOf } from '../../page/text.js';
import {
  type DroppedElement,
  type Found,
  type FoundRow,
  type FoundRows,
  foundValue,
  valueWithoutSource,
} from '../../reading/found.js';
import type { ParseContext } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { defaultSiteName, hostOf, withoutTextFragment } from '../../words/address.js';
import { splitLeadingDate } from '../../words/dates.js';
import { type HydrationRow, hydrationDataOf } from '../landmarks.js';
import { type GammaRow, rowsIn } from './row.js';
import type { MarkedText } from './row-texts.js';
import { type RowTexts, readRowTexts } from './row-texts.js';

/**
 * The ordinary rows of the list, in order. The markup decides which rows there are; the page's data adds what a row
 * does not show.
 */
export function readOrganicResults({ page, options }: ParseContext): FoundRows<OrganicResult> {
  const data = hydrationDataOf(page);
  const candidates = rowsIn(page);
  const texts = readRowTexts(candidates);
  const rows: FoundRow<OrganicResult>[] = [];
  const dropped: DroppedElement[] = [];
  for (const [index, row] of candidates.entries()) {
    const fields = readRow({ row, texts: texts[index]!, witness: data?.rows.get(row.link) }, options);
    if (fields.title.value === '') dropped.push({ reason: 'untitled', element: row.anchor });
    else rows.push({ anchor: row.anchor, fields });
  }
  return { layout: data === undefined ? 'markup' : 'markup and data', candidates: candidates.length, dropped, rows };
}

/** A row with everything known about it. */
interface RowSources {
  readonly row: GammaRow;
  readonly texts: RowTexts;
  readonly witness: HydrationRow | undefined;
}

function readRow({ row, texts, witness }: RowSources, options: ResolvedOptions): FoundRow<OrganicResult>['fields'] {
  const { anchor, link, address, block } = row;
  const excerpt = excerptWithoutDate(texts.excerpt, witness?.date);
  const isShown = excerpt.text !== '';
  const { text, matched } = isShown ? excerpt : textOfMarkup(witness?.description);
  const reader = isShown ? 'line' : 'data';
  return {
    title:
      texts.title === ''
        ? foundValue(textOfMarkup(witness?.title).text, 'data')
        : foundValue(texts.title, 'link', anchor),
    link: foundValue(withoutTextFragment(link), 'target', anchor),
    domain: valueWithoutSource(hostOf(link)),
    source: sourceOf(withoutDate(texts.name), row, witness),
    displayed_link: address ? foundValue(textOf(address), 'cite', address) : valueWithoutSource(''),
    snippet: foundValue(text, reader, isShown ? block : undefined),
    snippet_matched: foundValue(matched, reader, isShown ? block : undefined),
    date: valueWithoutSource((options.dates && (excerpt.date || dateIn(texts.lines))) || undefined),
  };
}

function sourceOf(shown: string, { anchor, link }: GammaRow, witness: HydrationRow | undefined): Found<string> {
  if (shown !== '') return foundValue(shown, 'link', anchor);
  return witness?.source ? foundValue(witness.source, 'data') : foundValue(defaultSiteName(link), 'host', anchor);
}

/** The row's excerpt without its date. `known` is the date in the data; `''` if it has none. */
function excerptWithoutDate({ text, matched }: MarkedText, known = ''): MarkedText & { date: string } {
  const { date = known, rest } = splitDate(text, known);
  return { text: rest, matched, date };
}

/** The data holds the date as shown, in any language. Without it, the form of the date decides. */
function splitDate(text: string, known: string): { date?: string; rest: string } {
  const dash = known !== '' && text.startsWith(known) ? leadingDash.exec(text.slice(known.length)) : null;
  return dash === null ? splitLeadingDate(text) : { date: known, rest: text.slice(known.length + dash[0].length) };
}

const leadingDash = /^\s?[-–—]\s*/;

function textOfMarkup(markup = ''): MarkedText {
  const { document } = parseHtmlPage(markup);
  return { text: textOf(document), matched: highlightsOf(document) };
}
