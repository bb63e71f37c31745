import type { Element } from '../html/tree.js';
import { find, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { type Found, found, given } from '../reading/found.js';
import type { SearchInformation } from '../results/responses.js';
import { readCounts, readDecimal } from '../words/numbers.js';
import { collapse } from '../words/text.js';
import { statisticsOf } from './landmarks.js';

/**
 * How many results the page claims and how long they took, from its statistics line wherever it is, shown or kept
 * behind a menu; the first where there are two. Null for what the line does not say.
 */
export function readSearchInformation(page: Page): Found<SearchInformation> {
  const line = statisticsLine(page);
  if (line === undefined) return given({ total_results: null, time_taken_displayed: null });
  const [claim = '', time = ''] = lineText(line).split(/[(（]/);
  const information = { total_results: totalIn(claim), time_taken_displayed: readDecimal(time) ?? null };
  return found(information, 'statistics', line);
}

/** The time is in brackets in a `nobr`, an element that nothing else on the page uses so. */
function statisticsLine(page: Page): Element | undefined {
  const named = statisticsOf(page);
  if (named !== undefined) return named;
  const time = find(page, page.document, (element) => element.name === 'nobr' && isTime(textOf(element)));
  return time?.parent ?? undefined;
}

function isTime(text: string): boolean {
  return /^[(（][^()（）]*[)）]$/.test(text) && /\p{Nd}/u.test(text);
}

/** The text also where the line itself is not displayed. */
function lineText(line: Element): string {
  return collapse(line.children.map((child) => textOf(child)).join(''));
}

/** The number of the page may precede or follow the total ("Page 2 of about 300"), and is never the larger one. */
function totalIn(claim: string): number | null {
  const counts = readCounts(claim);
  return counts.length > 0 ? Math.max(...counts) : null;
}
