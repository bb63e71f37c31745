import { hostOf, siteNameOf } from '../html/address.js';
import { splitLeadingDate } from '../html/dates.js';
import { readPage } from '../html/page.js';
import { highlightsOf, textOf } from '../html/text.js';
import type { Reading } from '../reading.js';
import type { OrganicResult } from '../types.js';
import type { DataRow, PageData } from './page-data.js';
import { findRows, type Row, type RowHead, type RowText, readHead, readText } from './row.js';

/**
 * The ordinary rows of the list, in order. The markup decides which rows there are; the page's data fills in what a row
 * does not show.
 */
export function readOrganicResults({ page, options, trace }: Reading, data: PageData | undefined): OrganicResult[] {
  const rows = findRows(page);
  trace.candidates(rows.length);
  const heads = rows.map(readHead);
  const isTitleAfter = heads.some(({ after }) => after !== '');
  const titled = rows.flatMap((row, index) => {
    const witness = data?.rows.get(row.link);
    const names = namesOf(heads[index]!, isTitleAfter);
    const title = names.title || textOfMarkup(witness?.title);
    if (title === '') trace.drop('untitled', row.anchor);
    return title === '' ? [] : [{ row, witness, names, title }];
  });
  return titled.map(({ row, witness, names, title }, index) => {
    const position = index + 1;
    const excerpt = excerptOf(row, witness?.date ?? '');
    trace.field(position, 'title', names.title === '' ? 'data' : 'link', row.anchor);
    trace.field(position, 'snippet', excerpt.text === '' ? 'data' : 'line', row.block);
    const { text, matched, date } = excerpt.text === '' ? { ...excerpt, ...excerptOfData(witness) } : excerpt;
    return {
      position,
      title,
      link: row.link,
      domain: hostOf(row.link),
      source: names.source || witness?.source || siteNameOf(row.link),
      displayed_link: names.address,
      snippet: text,
      snippet_matched: matched,
      ...(options.dates && date !== '' && { date }),
    };
  });
}

interface Names {
  title: string;
  source: string;
  address: string;
}

/** Since 2025 the title stands behind the address line and the site name before it; until then only the title, before. */
function namesOf({ before, address, after }: RowHead, isTitleAfter: boolean): Names {
  return isTitleAfter ? { title: after, source: before, address } : { title: before, source: '', address };
}

/** The row's excerpt, freed from its date; `known` is the date as the data states it, `''` where it states none. */
function excerptOf(row: Row, known: string): RowText & { date: string } {
  const { text, matched } = readText(row);
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
