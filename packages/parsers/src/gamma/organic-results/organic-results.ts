import { readPage } from '../../page/page.js';
import { highlightsOf, textOf } from '../../page/text.js';
import type { Reading } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import { splitLeadingDate } from '../../words/dates.js';
import type { DataRow, PageData } from '../page-data.js';
import { type GammaRow, type RowText, type RowTexts, readRowTexts } from './row.js';

/**
 * The ordinary rows of the list, in order. The markup decides which rows there are; the page's data fills in what a row
 * does not show.
 */
export function readOrganicResults(
  { options, trace }: Reading,
  rows: readonly GammaRow[],
  data: PageData | undefined,
): OrganicResult[] {
  trace.candidates(rows.length);
  const texts = rows.map(readRowTexts);
  const isTitleAfter = texts.some(({ after }) => after !== '');
  const results: OrganicResult[] = [];
  for (const [index, row] of rows.entries()) {
    const shown = texts[index]!;
    const witness = data?.rows.get(row.link);
    const names = namesOf(shown, isTitleAfter);
    const title = names.title || textOfMarkup(witness?.title);
    if (title === '') {
      trace.drop('untitled', row.anchor);
      continue;
    }
    const position = results.length + 1;
    const excerpt = excerptWithoutDate(shown.excerpt, witness?.date ?? '');
    const { text, matched } = excerpt.text === '' ? excerptOfData(witness) : excerpt;
    trace.field(position, 'title', names.title === '' ? 'data' : 'link', row.anchor);
    trace.field(position, 'snippet', excerpt.text === '' ? 'data' : 'line', row.block);
    results.push({
      position,
      title,
      link: row.link,
      domain: hostOf(row.link),
      source: names.source || witness?.source || siteNameOf(row.link),
      displayed_link: names.address,
      snippet: text,
      snippet_matched: matched,
      ...(options.dates && excerpt.date !== '' && { date: excerpt.date }),
    });
  }
  return results;
}

interface Names {
  title: string;
  source: string;
  address: string;
}

/** Since 2025 the title stands behind the address line and the site name before it; until then only the title, before. */
function namesOf({ before, address, after }: RowTexts, isTitleAfter: boolean): Names {
  return isTitleAfter ? { title: after, source: before, address } : { title: before, source: '', address };
}

/** The row's excerpt, freed from its date; `known` is the date as the data states it, `''` where it states none. */
function excerptWithoutDate({ text, matched }: RowText, known: string): RowText & { date: string } {
  const { date = known, rest } = splitDate(text, known);
  return { text: rest, matched, date };
}

/** The data knows the date as it is shown, in whatever language; without it the date's own form tells. */
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
