import { asciiDigits, isAscii } from './numbers.js';
import { collapse } from './text.js';

/** Lower case, ASCII digits, single spaces, without the invisible marks that set the direction of writing. */
export function plainOf(text: string): string {
  if (isAscii(text)) return collapse(text.toLowerCase());
  const lower = asciiDigits(text.normalize('NFKC').toLowerCase());
  return collapse(lower.replace(invisibleMarks, ''));
}

const invisibleMarks = /[\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Whether a text made plain is a day, a month by name and a year, in any order and with the words that some language
 * puts beside them ("24 авг. 2013 г.", "10 de jul. de 2019"), or the three as numbers with such words ("2023年5月24日").
 */
export function isNamedDate(plain: string): boolean {
  const numbers = plain.match(digits) ?? [];
  const days = numbers.filter((number) => number.length <= 2 && Number(number) >= 1 && Number(number) <= 31);
  if (numbers.length !== days.length + 1 || !numbers.some(({ length }) => length === 4)) return false;
  if (!wordsAndNumbers.test(plain)) return false;
  const words = wordsOf(plain);
  if (words.length === 0 || words.length > mostWords) return false;
  const { months, others } = dateWords();
  if (!words.every((word) => months.has(word) || others.has(word))) return false;
  return days.length === (words.some((word) => months.has(word)) ? 1 : 2);
}

const wordsAndNumbers = /^[\p{L}\p{M}\p{N}\s.,،'’॰/-]*[\p{L}\p{M}\p{N}.]$/u;
const digits = /\d+/g;

/** "10 de juliol del 2019": no language has more. */
const mostWords = 4;

/** Locales whose words for dates differ; one that the runtime does not know costs nothing and adds nothing. */
export const locales: readonly string[] =
  'en-US en-GB en-CA af ar ar-EG ar-LB ar-MA az be bg bn bs ca cs da de de-AT el es es-MX et eu fa fi fil fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mr ms nb nl pa pl pt-BR pt-PT ro ru sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh-CN zh-TW zh-HK'.split(
    ' ',
  );

/** Pages in one language may date in the calendar of the country that they are shown in. */
const calendars = 'en-u-ca-persian en-u-ca-islamic ar-u-ca-islamic fa-u-ca-gregory th-u-ca-gregory'.split(' ');

interface DateWords {
  readonly months: Set<string>;
  /** Words beside the name of the month: "de", "г", "年", the name of an era. */
  readonly others: Set<string>;
}

let known: DateWords | undefined;

/** Built at first need and kept: it takes some 100 ms, and pages without a candidate for a date never pay for it. */
function dateWords(): DateWords {
  known ??= readDateWords();
  return known;
}

function readDateWords(): DateWords {
  const words: DateWords = { months: new Set(), others: new Set(furtherWords) };
  for (const locale of Intl.DateTimeFormat.supportedLocalesOf([...locales, ...calendars])) {
    for (const month of ['short', 'long'] as const) addWords(words, locale, month);
  }
  for (const word of words.others) words.months.delete(word); // some languages count "de" to the name of the month
  return words;
}

/** Words that engines print and the locale data leave out: "1er janv. 2021". */
const furtherWords = ['er'];

function addWords({ months, others }: DateWords, locale: string, month: 'short' | 'long'): void {
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' });
  for (let day = 0; day < daysOfYear; day += shortestMonth) {
    const parts = format.formatToParts(firstDay + day * millisecondsOfDay);
    const name = parts.find(({ type, value }) => type === 'month' && !/\p{Nd}/u.test(value))?.value ?? '';
    const names = wordsOf(plainOf(name));
    for (const word of wordsOf(plainOf(parts.map(({ value }) => value).join('')))) {
      const isName = names.some((part) => word.includes(part)); // a preposition may be written as one with it
      (isName ? months : others).add(word);
    }
  }
}

const firstDay = Date.UTC(2025, 0, 1);
/** In steps of this, no month of any calendar is left out. */
const shortestMonth = 28;
const daysOfYear = 366;
const millisecondsOfDay = 86_400_000;

function wordsOf(plain: string): readonly string[] {
  return plain.replaceAll('.', '').match(letters) ?? [];
}

const letters = /[\p{L}\p{M}]+/gu;
