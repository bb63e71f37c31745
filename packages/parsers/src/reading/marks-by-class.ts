import { attributeText, type Element, isElement } from '../html/tree.js';
import { textsOf } from '../page/lines.js';
import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isLineBreaking, isOutOfSight } from '../page/visible.js';
import { distinct, isBlank, word } from '../words/text.js';
import { type Found, type FoundRow, type FoundRows, found } from './found.js';

/** The fields of rows with an excerpt that are read here. */
interface ExcerptFields {
  readonly snippet: Found<string>;
  readonly snippet_matched: Found<string[]>;
}

/**
 * The rows with the matched words of their excerpts, on a page whose excerpts highlight none by the name of an element:
 * they are in elements of a class that a style sheet highlights. Most texts of such a class contain a word of the query.
 */
export function withMarksByClass<Row extends object>(
  rows: FoundRows<Row>,
  page: Page,
  queryOf: (page: Page) => string | undefined,
): FoundRows<Row> {
  const excerpts = rows.rows.map(excerptOf);
  if (excerpts.some((excerpt) => excerpt !== undefined && excerpt.snippet_matched.value.length > 0)) return rows;
  const parts = excerpts.map((excerpt) => (excerpt === undefined ? [] : partsOf(page, excerpt)));
  if (parts.every(({ length }) => length === 0)) return rows;
  const classes = classesOfMarks(parts.flat(), wordsOf(queryOf(page) ?? ''));
  if (classes.size === 0) return rows;
  return {
    ...rows,
    rows: rows.rows.map((row, index) => {
      const marks = parts[index]!.filter(({ className }) => classes.has(className));
      return marks.length === 0 ? row : marked(row, marks);
    }),
  };
}

function excerptOf<Row extends object>({ fields }: FoundRow<Row>): ExcerptFields | undefined {
  return 'snippet_matched' in fields ? (fields as unknown as ExcerptFields) : undefined;
}

function marked<Row extends object>(row: FoundRow<Row>, marks: readonly ClassedText[]): FoundRow<Row> {
  const texts = distinct(textsOf(marks));
  return { ...row, fields: { ...row.fields, snippet_matched: found(texts, 'class', marks[0]!.element) } };
}

/** An element of some class within the text of an excerpt. */
interface ClassedText {
  readonly className: string;
  readonly text: string;
  readonly element: Element;
}

function partsOf(page: Page, { snippet: { element: block, value } }: ExcerptFields): ClassedText[] {
  const parts: ClassedText[] = [];
  if (block === undefined) return parts;
  for (let order = block.order + 1; order <= block.last; order++) {
    const element = page.elements[order]!;
    const className = attributeText(element, 'class');
    if (className === '' || element.name === 'a' || !isBesideText(element)) continue;
    const text = textOf(element);
    if (word.test(text) && text.length <= maxMarkLength && value.includes(text))
      parts.push({ className, text, element });
  }
  return parts;
}

/** Longer texts are not highlighted. */
const maxMarkLength = 200;

/** Whether an element without others inside is among words. */
function isBesideText(element: Element): boolean {
  if (element.last > element.order || isLineBreaking(element) || isOutOfSight(element)) return false;
  return element.parent!.children.some((other) => !isElement(other) && !isBlank(other.data));
}

function classesOfMarks(parts: readonly ClassedText[], query: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { className, text } of parts) {
    const count = wordsOf(text).some((word) => query.some((other) => isFormOf(word, other))) ? 1 : -1;
    counts.set(className, (counts.get(className) ?? 0) + count);
  }
  return new Set([...counts.keys()].filter((className) => counts.get(className)! > 0));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether two words are equal or begin alike, as forms of a word do. */
function isFormOf(word: string, other: string): boolean {
  return (
    word === other || (other.length >= minStem && word.startsWith(other.slice(0, Math.max(minStem, other.length - 2))))
  );
}

const minStem = 4;
