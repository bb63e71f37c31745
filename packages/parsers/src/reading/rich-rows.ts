import { attributeBits } from '../html/attributes.js';
import { attributeText, contains, type Element, isInside } from '../html/tree.js';
import { isCite } from '../page/line-parts.js';
import { isLinked, type Line, linesOf, textsOf } from '../page/lines.js';
import type { Page } from '../page/page.js';
import { isButtonOrLabel, isHeading } from '../page/roles.js';
import { ariaLabelOf } from '../page/text.js';
import { hasText, isLineBreaking, isRendered } from '../page/visible.js';
import type { OrganicResult, RichRow } from '../results/responses.js';
import { isPrice, readDecimal, withAsciiDigits } from '../words/numbers.js';
import { letterOrDigit } from '../words/text.js';
import { assignValues, type Found, type NumberedRow, unsourced, withoutUndefined } from './found.js';

/** Adds what a row shows beside the fields of every row. */
function addRichFields(result: RichRow, page: Page, { anchor, row }: NumberedRow<OrganicResult>, block: Element): void {
  const { thumbnail, favicon, labels } = silentParts(page, block, anchor);
  const lines = ownLines(block, anchor, row);
  const parts = lines.flatMap(partsOf);
  const price = parts.find((part) => isPrice(part) && currency.test(part));
  const author = parts.map((part) => byline.exec(part)?.[1]).find((name) => name !== undefined);
  const extensions = lines.filter((line) => line.length <= maxFactLength && !isPrice(line));
  const facts = { thumbnail, favicon, ...ratingIn(lines.concat(labels)), price, author };
  Object.assign(result, withoutUndefined(facts), extensions.length > 0 && { extensions });
}

function partsOf(line: string): string[] {
  return line.split(separators).map((part) => part.trim());
}

const separators = /[·•⋅|]/;

/** The parts of a row without text. */
interface SilentParts {
  /** Address of the first image that is not an icon. */
  thumbnail: string | undefined;
  /** Address of the first icon. */
  favicon: string | undefined;
  /** The labels of elements without text. */
  readonly labels: string[];
}

function silentParts(page: Page, block: Element, anchor: Element): SilentParts {
  const parts: SilentParts = { thumbnail: undefined, favicon: undefined, labels: [] };
  for (let at = block.order + 1; at <= block.last; at++) {
    const element = page.elements[at]!;
    if (element.name === 'img') addPicture(parts, element, anchor);
    if (element.mayHave(labelBit) && element.hasAttribute('aria-label') && !hasText(element))
      parts.labels.push(ariaLabelOf(element));
  }
  return parts;
}

function addPicture(parts: SilentParts, picture: Element, anchor: Element): void {
  const source = sourceOf(picture);
  if (source === '' || !isRendered(picture)) return;
  if (isIcon(picture, source, anchor)) parts.favicon ??= source;
  else parts.thumbnail ??= source;
}

const labelBit = attributeBits(['aria-label']);

/** Excludes counts of pages or minutes. */
const currency = /\p{Sc}|(?<!\p{L})\p{Lu}{3}(?!\p{L})/u;

/** Longer lines are sentences. */
const maxFactLength = 160;

/** "By Jane Doe", in the languages that the engines write it in. */
const byline =
  /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]f|[Aa]v|[Oo]d|[Оо]т|[Оо]т автора)\s(\p{Lu}[\p{L}.'’-]*(?:\s[\p{L}.'’-]+){0,4})$/u;

/** The lines below the title that are neither fields of the row nor headings nor after a line of links. */
function ownLines(
  block: Element,
  anchor: Element,
  { title, snippet, displayed_link, source, date }: OrganicResult,
): string[] {
  const known = [title, snippet, displayed_link, source, date];
  const isAbove = (element: Element): boolean => element.last < anchor.order && isLineBreaking(element);
  const lines = linesOf(block, {
    skip: (element) => isAbove(element) || isButtonOrLabel(element) || isCite(element),
  });
  const below = lines.filter(({ pieces }) => pieces[0]!.parent.order > anchor.last);
  const links = below.findIndex(consistsOfLinks);
  const own = below.slice(0, links < 0 ? below.length : links).filter(({ block }) => !isInside(block, isHeading));
  return textsOf(own).filter(
    (text) => !known.includes(text) && !snippet.includes(text) && !(snippet !== '' && text.includes(snippet)),
  );
}

/** Whether a line consists of links: what follows belongs to other pages. */
function consistsOfLinks({ pieces }: Line): boolean {
  const words = pieces.filter(({ text }) => letterOrDigit.test(text));
  return words.every(isLinked);
}

/** The source of an image; `''` if a script fills it in later. */
function sourceOf(picture: Element): string {
  for (const name of sourceNames) {
    const source = attributeText(picture, name);
    if (source !== '' && !placeholder.test(source)) return source.startsWith('//') ? `https:${source}` : source;
  }
  return '';
}

const sourceNames = ['src', 'data-src', 'data-src-hq'];

/** An image of a single pixel. */
const placeholder = /^data:image\/(?:gif;base64,R0lGODlhAQABA|svg\+xml)/;

/** Whether an image is the site's icon: it is small, is named so, or is in the title's link. */
function isIcon(picture: Element, source: string, anchor: Element): boolean {
  const size = Math.max(Number(attributeText(picture, 'width')), Number(attributeText(picture, 'height')));
  if (size > 0 && size <= maxIconSize) return true;
  if (!source.startsWith('data:') && iconName.test(source)) return true;
  if (size > 0) return false;
  return contains(anchor, picture) && /^\P{L}{0,3}$|icon$/iu.test(attributeText(picture, 'alt'));
}

/** Names that the engines' icon services use. */
const iconName = /favicon|\/ODL\.|ODLS\./i;

const maxIconSize = 32;

/** "4.6 (54)", "Rating: 4.5 · 1,204 reviews", "Rated 4,5 out of 5". */
function ratingIn(texts: readonly string[]): { rating?: number; reviews?: number | undefined } {
  for (const written of texts) {
    const text = withAsciiDigits(written);
    if (!digit.test(text)) continue;
    const stated = outOfFive.exec(text) ?? counted.exec(text) ?? starred.exec(text);
    if (stated === null) continue;
    const rating = readDecimal(stated[1]!);
    if (rating === undefined || rating > maxStars) continue;
    const count = reviewCount.exec(text.slice(stated.index + stated[1]!.length));
    const reviews = count ? countOf(count[1]!, count[2]) : undefined;
    return { rating, reviews };
  }
  return {};
}

const reviewCount = /(?:\(|[·,]\s?)([\d.,\s]{1,16})([KM])?\+?\s?(?:\)|\p{L}{3})/u;
const digit = /\d/;
const outOfFive = /(?:^|[^\d.,])(\d(?:[.,]\d{1,2})?)\s?(?:\/\s?5|out of 5|von 5|sur 5|de 5|su 5)(?!\d)/;
const counted = /(?:^|\s)(\d[.,]\d)\s?\([\d.,\sKM+]+\)/;
const starred = /(?:^|[:：★]\s?)(\d[.,]\d)\s?(?:★|[·,]\s?[\d.,\s]+\s\p{L}{3,})/u;
const maxStars = 5;

function countOf(amount: string, unit: string | undefined): number | undefined {
  if (unit === undefined) return Number(amount.replace(/[^\d]/g, '')) || undefined;
  return Math.round((readDecimal(amount.trim()) ?? 0) * (unit === 'K' ? 1e3 : 1e6)) || undefined;
}

/** What to add to rows. */
interface RowExtras {
  /** The element of a row, by its title's link; undefined unless the option `rich` is set. */
  readonly blockOf: ((anchor: Element) => Element | undefined) | undefined;
  /** The rank of a row's element, by its title's link; undefined unless the option `elements` is set. */
  readonly rankOf: ((anchor: Element) => number | undefined) | undefined;
}

/** The rows with the extras that the options ask for. */
export function rowsWithExtras(
  page: Page,
  rows: readonly NumberedRow<OrganicResult>[],
  extras: RowExtras,
): Found<OrganicResult[]> {
  return unsourced(
    rows.map((numbered) => {
      const { anchor, fields, row } = numbered;
      const block = extras.blockOf?.(anchor);
      const rank = extras.rankOf?.(anchor);
      // A copy that is built again: V8 adds properties to it several times as fast as to a spread one.
      const result = assignValues<object>({ position: row.position }, fields) as OrganicResult;
      if (block !== undefined) addRichFields(result, page, numbered, block);
      if (rank !== undefined) result.element = rank;
      return result;
    }),
  );
}
