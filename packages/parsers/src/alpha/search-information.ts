import { type Element, isElement } from '../html/tree.js';
import { findElement, type Page } from '../page/page.js';
import { headingLevelOf } from '../page/roles.js';
import { textOf, textOfNodes } from '../page/text.js';
import { isInSight } from '../page/visible.js';
import { type Found, foundValue, valueWithoutSource } from '../reading/found.js';
import type { SearchInformation } from '../results/responses.js';
import { firstDecimalIn, largestIntegerIn } from '../words/numbers.js';
import { resultStatisticsOf } from './landmarks.js';

/**
 * Reads from the statistics line how many results the page claims and how long they took. The line may be anywhere,
 * visible or in a menu; the first of two counts. Values that it does not contain are null.
 */
export function readSearchInformation(page: Page): Found<SearchInformation> {
  const line = statisticsLine(page);
  if (line === undefined) return valueWithoutSource({ total_results: null, time_taken_displayed: null });
  const [claim = '', time = ''] = lineText(line).split(/[(（]/);
  const information = { total_results: totalIn(claim), time_taken_displayed: firstDecimalIn(time) ?? null };
  return foundValue(information, 'statistics', line);
}

/**
 * By its name; by the time in brackets in a `nobr` element, which contains nothing else on the page; or by its text.
 */
function statisticsLine(page: Page): Element | undefined {
  const named = resultStatisticsOf(page);
  if (named !== undefined) return named;
  const time = findElement(page, page.document, (element) => element.name === 'nobr' && isTime(textOf(element)));
  return time?.parent ?? claimAboveRows(page);
}

/** A separate line above the titles, on pages without the time taken. */
function claimAboveRows({ elements, headings }: Page): Element | undefined {
  const end = headings.find((heading) => headingLevelOf(heading) > 2)?.order ?? 0;
  return elements.slice(0, end).find((element) => isClaim(element) && isInSight(element));
}

function isClaim({ name, children: [text, ...others] }: Element): boolean {
  if (text === undefined || isElement(text) || others.length > 0 || text.data.length > maxClaimLength) return false;
  return name !== 'a' && name !== 'option' && claim.test(text.data) && /\p{Nd}/u.test(text.data);
}

const maxClaimLength = 80;

/** "Results" in the engine's most common languages. */
const claim =
  /r[eéi][sz]ult(?:s?\b|a[adt])|ergebnis|eredmény|wynik|výsled|hasil|sonuç|kết quả|результат|αποτελέσματ|תוצאות|نت(?:ي|ائ|ای|ی)ج|परिणाम|ফলাফল|ผลการค้นหา|tulosta|件|结果|結果|결과/iu;

function isTime(text: string): boolean {
  return /^[(（][^()（）]*[)）]$/.test(text) && /\p{Nd}/u.test(text);
}

/** The text, even if the line itself is not displayed. */
function lineText(line: Element): string {
  return textOfNodes(line.children);
}

/** The page number may precede or follow the total ("Page 2 of about 300"), and is never the larger number. */
function totalIn(claim: string): number | null {
  return largestIntegerIn(claim) ?? null;
}
