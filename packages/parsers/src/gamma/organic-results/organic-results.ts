import type { ResolvedOptions } from '../../options.js';
import { readPage } from '../../page/page.js';
import { highlightsOf, textOf } from '../../page/text.js';
import { type Dropped, type Found, type FoundRow, type FoundRows, found, given } from '../../reading/found.js';
import type { Reading } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import { splitLeadingDate } from '../../words/dates.js';
import { type DataRow, pageDataOf } from '../page-data.js';
import { type GammaRow, type RowText, type RowTexts, readRowTexts, rowsIn } from './row.js';

/**
 * The ordinary rows of the list, in order. The markup decides which rows there are; the page's data fills in what a row
 * does not show.
 */
export function readOrganicResults({ page, options }: Reading): FoundRows<OrganicResult> {
  const data = pageDataOf(page);
  const candidates = rowsIn(page);
  const texts = candidates.map(readRowTexts);
  const isTitleAfter = texts.some(({ after }) => after !== '');
  const rows: FoundRow<OrganicResult>[] = [];
  const dropped: Dropped[] = [];
  for (const [index, row] of candidates.entries()) {
    const fields = readRow({ row, texts: texts[index]!, isTitleAfter, witness: data?.rows.get(row.link) }, options);
    if (fields.title.value === '') dropped.push({ reason: 'untitled', element: row.anchor });
    else rows.push({ anchor: row.anchor, fields });
  }
  return { layout: data === undefined ? 'markup' : 'markup and data', candidates: candidates.length, dropped, rows };
}

/** A row with what is known of it. */
interface KnownRow {
  readonly row: GammaRow;
  readonly texts: RowTexts;
  /** Whether the titles of the page are behind the address lines. */
  readonly isTitleAfter: boolean;
  readonly witness: DataRow | undefined;
}

function readRow(
  { row, texts, isTitleAfter, witness }: KnownRow,
  options: ResolvedOptions,
): FoundRow<OrganicResult>['fields'] {
  const { anchor, link, address, block } = row;
  const names = namesOf(texts, isTitleAfter);
  const excerpt = excerptWithoutDate(texts.excerpt, witness?.date ?? '');
  const isShown = excerpt.text !== '';
  const { text, matched } = isShown ? excerpt : excerptOfData(witness);
  const reader = isShown ? 'line' : 'data';
  return {
    title: names.title === '' ? found(textOfMarkup(witness?.title), 'data') : found(names.title, 'link', anchor),
    link: found(link, 'target', anchor),
    domain: given(hostOf(link)),
    source: sourceOf(names.source, row, witness),
    displayed_link: found(names.address, 'cite', address),
    snippet: found(text, reader, isShown ? block : undefined),
    snippet_matched: found(matched, reader, isShown ? block : undefined),
    date: given((options.dates && excerpt.date) || undefined),
  };
}

function sourceOf(shown: string, { anchor, link }: GammaRow, witness: DataRow | undefined): Found<string> {
  if (shown !== '') return found(shown, 'link', anchor);
  return witness?.source ? found(witness.source, 'data') : found(siteNameOf(link), 'host', anchor);
}

interface Names {
  title: string;
  source: string;
  address: string;
}

/** Since 2025 the title follows the address line and the site name precedes it; until then the title preceded it alone. */
function namesOf({ before, address, after }: RowTexts, isTitleAfter: boolean): Names {
  return isTitleAfter ? { title: after, source: before, address } : { title: before, source: '', address };
}

/** The row's excerpt, freed from its date; `known` is the date as the data states it, `''` where it states none. */
function excerptWithoutDate({ text, matched }: RowText, known: string): RowText & { date: string } {
  const { date = known, rest } = splitDate(text, known);
  return { text: rest, matched, date };
}

/** The data knows the date as it is shown, in whatever language; without it the form of the date decides. */
function splitDate(text: string, known: string): { date?: string; rest: string } {
  const rest = known !== '' && text.startsWith(known) ? text.slice(known.length) : '';
  return /^\s?[-–—]/.test(rest) ? { date: known, rest: rest.replace(/^\s?[-–—]\s*/, '') } : splitLeadingDate(text);
}

function excerptOfData(witness: DataRow | undefined): RowText {
  if (witness === undefined || witness.description === '') return { text: '', matched: [] };
  const { document } = readPage(witness.description);
  return { text: textOf(document), matched: highlightsOf(document) };
}

function textOfMarkup(markup: string | undefined): string {
  return markup === undefined ? '' : textOf(readPage(markup).document);
}
