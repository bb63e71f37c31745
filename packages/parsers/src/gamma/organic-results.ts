import { hostOf, siteNameOf } from '../html/address.js';
import { splitLeadingDate } from '../html/dates.js';
import { type Page, readPage } from '../html/page.js';
import { highlightsOf, textOf } from '../html/text.js';
import type { ResolvedOptions } from '../options.js';
import type { Trace } from '../trace.js';
import type { OrganicResult } from '../types.js';
import type { DataRow, PageData } from './page-data.js';
import { findRows, type Row, type RowHead, type RowText, readHead, readText } from './row.js';

/**
 * The ordinary rows of the list, in order. The markup decides which rows there are; the page's data fills in what a row
 * does not show.
 */
export function readOrganicResults(
  page: Page,
  data: PageData | undefined,
  options: ResolvedOptions,
  trace: Trace,
): OrganicResult[] {
  const rows = findRows(page);
  trace.candidates(rows.length);
  const heads = rows.map(readHead);
  const hasTitlesAfter = heads.some(({ after }) => after !== '');
  return rows.map((row, index) => {
    const head = heads[index]!;
    const witness = data?.rows.get(row.link);
    return {
      position: index + 1,
      ...namesOf(row, head, hasTitlesAfter, witness),
      ...excerptOf(row, witness, options, (reader) => trace.field(index + 1, 'snippet', reader, row.block)),
    };
  });
}

type Names = Pick<OrganicResult, 'title' | 'link' | 'domain' | 'source' | 'displayed_link'>;
type Excerpt = Pick<OrganicResult, 'snippet' | 'snippet_matched' | 'date'>;

/** Since 2025 the title stands behind the address line and the site name before it; until then only the title, before. */
function namesOf({ link }: Row, head: RowHead, hasTitlesAfter: boolean, witness: DataRow | undefined): Names {
  const title = hasTitlesAfter ? head.after : head.before;
  const source = hasTitlesAfter ? head.before : '';
  return {
    title: title || textOf(readPage(witness?.title ?? '').document),
    link,
    domain: hostOf(link),
    source: source || witness?.source || siteNameOf(link),
    displayed_link: head.address,
  };
}

function excerptOf(
  row: Row,
  witness: DataRow | undefined,
  { dates }: ResolvedOptions,
  note: (reader: string) => void,
): Excerpt {
  const shown = readText(row);
  const { date = witness?.date ?? '', rest } = splitDate(shown.text, witness?.date ?? '');
  note(rest === '' ? 'data' : 'line');
  const excerpt = rest === '' ? excerptOfMarkup(witness?.description ?? '') : { text: rest, matched: shown.matched };
  return { snippet: excerpt.text, snippet_matched: excerpt.matched, ...(dates && date !== '' && { date }) };
}

function excerptOfMarkup(markup: string): RowText {
  if (markup === '') return { text: '', matched: [] };
  const { document } = readPage(markup);
  return { text: textOf(document), matched: highlightsOf(document) };
}

/** The data knows the date as it is shown, in whatever language; without it the date's own form tells. */
function splitDate(text: string, known: string): { date?: string; rest: string } {
  if (known !== '' && text.startsWith(known)) {
    const rest = text.slice(known.length);
    if (/^\s?[-–—]/.test(rest)) return { date: known, rest: rest.replace(/^\s?[-–—]\s*/, '') };
  }
  return splitLeadingDate(text);
}
