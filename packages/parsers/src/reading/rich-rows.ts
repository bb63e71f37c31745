import { attributeBits } from '../html/attributes.js';
import { attributeText, contains, type Element, isInside } from '../html/tree.js';
import { isCite } from '../page/line-parts.js';
import { hasWord, isLinked, type Line, linesOf, type Piece, textsOf } from '../page/lines.js';
import type { Page } from '../page/page.js';
import { isButtonOrLabel, isHeading } from '../page/roles.js';
import { ariaLabelOf } from '../page/text.js';
import { hasText, isLineBreaking, isRendered } from '../page/visible.js';
import type { OrganicResult, RichRow } from '../results/responses.js';
import { firstDecimalIn, isPrice, readCount, withAsciiDigits } from '../words/numbers.js';
import { assignValues, type Found, type NumberedRow, valueWithoutSource, withoutUndefined } from './found.js';

/** Adds what a row shows beside the fields of every row. */
function addRichFields(result: RichRow, page: Page, { anchor, row }: NumberedRow<OrganicResult>, block: Element): void {
  const { thumbnail, favicon, labels } = silentParts(page, block, anchor);
  const { prefix, lines } = ownLines(block, anchor, row);
  const parts = [prefix, ...lines].flatMap(partsOf);
  const price = parts.find((part) => currency.test(part) && part.split(rangeWord).every(isPrice));
  const author = parts.map((part) => byline.exec(part)?.[1]).find((name) => name !== undefined);
  const extensions = lines.filter((line) => line.length <= maxFactLength && !isPrice(line));
  const facts = { thumbnail, favicon, ...ratingIn(lines, labels), price, author };
  Object.assign(result, withoutUndefined(facts), extensions[0] && { extensions });
}

function partsOf(line: string): string[] {
  return line.split(separators).map((part) => part.trim());
}

const separators = /[·•⋅|]|(?<=\p{L}) - | - (?=\p{L})/u;

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

/** "$5 to $20". */
const rangeWord = /\s\p{Ll}{1,3}\s/u;

/** Longer lines are sentences. */
const maxFactLength = 160;

/** "By Jane Doe", in the languages that the engines write it in. */
const byline =
  /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]f|[Aa]v|[Oo]d|[Оо]т(?: автора)?)\s(\p{Lu}[\p{L}.'’-]*(?:\s[\p{L}.'’-]+){0,4})$/u;

/** What a row shows below its title beside its fields. */
interface OwnLines {
  /** The text before the snippet in its line: a date, authors. */
  readonly prefix: string;
  /** The other lines, up to a line of links below the snippet. */
  readonly lines: string[];
}

function ownLines(block: Element, anchor: Element, row: OrganicResult): OwnLines {
  const { snippet } = row;
  const known: readonly unknown[] = Object.values(row);
  const isAbove = (element: Element): boolean => element.last < anchor.order && isLineBreaking(element);
  const lines = linesOf(block, {
    skip: (element) => isAbove(element) || isButtonOrLabel(element) || isCite(element),
  });
  const below = lines.filter(({ pieces }) => pieces[0]!.parent.order > anchor.last && !pieces.some(isStruck));
  const at = below.findIndex(({ text }) => snippet !== '' && text.includes(snippet));
  const links = below.findIndex((line, index) => index > at && consistsOfLinks(line));
  return {
    prefix: below[at]?.text.split(snippet, 1)[0] ?? '',
    lines: textsOf(
      below.filter(
        (line, index) =>
          index !== at &&
          !(links >= 0 && index >= links) &&
          !consistsOfLinks(line) &&
          !isInside(line.block, isHeading) &&
          !known.includes(line.text) &&
          !snippet.includes(line.text),
      ),
    ),
  };
}

/** Whether a word of the query is struck out, which the page does not have. Prices may be struck out too. */
function isStruck({ parent, text }: Piece): boolean {
  return isInside(parent, ({ name }) => name === 's') && !isPrice(text.trim());
}

/** Whether a line consists of links: what follows belongs to other pages. */
function consistsOfLinks({ pieces }: Line): boolean {
  const words = pieces.filter(hasWord);
  return words.every(isLinked);
}

/** The source of an image; `''` if a script fills it in later. */
function sourceOf(picture: Element): string {
  const sources = sourceNames.map((name) => attributeText(picture, name));
  const source = sources.find((text) => text !== '' && !placeholder.test(text)) ?? '';
  return source.startsWith('//') ? `https:${source}` : source;
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

/**
 * "4.6 (54)", "Rating: 4.5 · 1,204 reviews", "Rated 4,5 out of 5". What is not out of five ("7.9/10 · 81 votes") has the
 * number of ratings; the label of the stars says how many of five that is.
 */
function ratingIn(
  lines: readonly string[],
  labels: readonly string[],
): { rating?: number; reviews?: number | undefined } {
  let reviews: number | undefined;
  for (const written of lines.join('\n').replace(/\n\(/g, ' (').split('\n').concat(labels)) {
    const text = withAsciiDigits(written);
    const stated = outOfFive.exec(text) ?? counted.exec(text) ?? starred.exec(text);
    if (stated === null) continue;
    const rating = firstDecimalIn(stated[1]!);
    const count = reviewCount.exec(text.slice(stated.index + stated[1]!.length))?.[1];
    reviews = count === undefined ? reviews : readCount(count);
    if (rating !== undefined && rating <= maxStars) return { rating, reviews };
  }
  return {};
}

const reviewCount = /(?:\(|[-·,]\s?)([\d.,\s]{1,16}[KM]?)\+?\s?(?:\)|\p{L}{3})/u;
const outOfFive = /(?:^|[^\d.,])(\d(?:[.,]\d{1,2})?)\s?(?:\/|out of|von|sur|de|su)\s?5(?!\d)/;
const counted = /(?:^|\s)(\d[.,]\d)\s?\([\d.,\sKM+]+\)/;
const starred =
  /(?:^|[:：★]\s?)(\d[.,]\d|(?<=[:：★]\s?)\d{1,2})(?:\/100?|%)?\s?(?:★|[-·,]\s?[\d.,\s]{1,16}[KM]?\s?\p{L}{3})/u;
const maxStars = 5;

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
  return valueWithoutSource(
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
