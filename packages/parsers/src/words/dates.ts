import { isAscii, withAsciiDigits } from './numbers.js';
import { collapseWhitespace, withoutInvisibleCharacters } from './text.js';

/** A text split after the date that it begins with. */
export interface LeadingDate {
  /** The date as shown, without its separator; left out if the text does not begin with one. */
  date?: string;
  /** The text after the date; the whole text if there is none. */
  rest: string;
}

/**
 * Whether the whole text is a date in a form that engines print: relative ("3 days ago", "vor 6 Tagen"), with the
 * month's name ("Jan 17, 2024", "24 авг. 2013 г.", "2023年5月24日") or numeric ("5/03/2020", "7. 6. 2022."), in any
 * language that the runtime has locale data for. A year or a weekday alone is not a date.
 */
export function isDateText(text: string): boolean {
  if (text === '' || text.length > maximumLength || foreignMarks.test(text)) return false;
  const plain = withoutLabel(plainOf(text));
  if (!digit.test(plain)) return daysWithoutNumber().has(plain) || (!isAscii(plain) && isRelativeDate(plain));
  if (year.test(plain)) return isNumericDate(plain) || isNamedDate(plain);
  return isRelativeDate(plain);
}

/**
 * Splits off a date at the start of a text if a dash or a dot and a space follow it ("Jan 17, 2024 — The …"). A date
 * that continues into the sentence stays, and so do days without a number: "Yesterday - The Beatles".
 */
export function splitLeadingDate(text: string): LeadingDate {
  const head = text.slice(0, maximumLength + 4);
  separators.lastIndex = 0;
  for (let found = separators.exec(head); found !== null; found = separators.exec(head)) {
    const date = head.slice(0, found.index).trim();
    if (isDateText(date) && (digit.test(date) || !daysWithoutNumber().has(plainOf(date)))) {
      return { date, rest: text.slice(separators.lastIndex).trimStart() };
    }
  }
  return { rest: text };
}

/** Whether a date is at most some days old ("3 hours ago"), in any language that the runtime has locale data for. */
export function isRecentDate(text: string): boolean {
  return isDateText(text) && recentShapes().has(shapeOf(withoutLabel(plainOf(text))));
}

/** Whether a date is relative, in any unit: "3 weeks ago". */
export function isRelativeDateText(text: string): boolean {
  return text.length <= maximumLength && isRelativeDate(withoutLabel(plainOf(text)));
}

const digit = /\d/;
const year = /\d{4}/;

/** No engine prints a longer date; longer texts are not tested. */
const maximumLength = 44;

/**
 * Characters that no date contains: those of addresses, and the dot between parts, except after the label of AMP pages.
 */
const foreignMarks = /[:›|@?!&_]|^(?!\W*amp)[^·]*·/i;

/** A hyphen between spaces, or a dash or middle dot before a space, which ends the date. */
const separators = /\s-(?:\s|$)|\s?[–—―·•・](?:\s|$)/g;

/** Shapes of relative dates that engines print and the locale data lack or spell differently: a frame and its units. */
const furtherShapes = [
  '#_ago mins hrs secs min hr',
  'for#_siden dag dager',
  '#_atrás dia dias hora horas minuto minutos semana semanas mês meses ano anos',
  '#_之前 秒 分钟 小时 天 周 个月 年',
  '#_əvvəl gün saat',
  '#_tagasi päev päeva tund tundi minuti nädalat',
  'לפני_ יום יומיים שעה שעתיים שבוע שבועיים חודש חודשיים',
  'منذ_ #أيام #يوما #ساعات #ساعة يوم يومين ساعة ساعتين',
].flatMap((line) => {
  const [frame = '', ...units] = line.split(' ');
  return units.map((unit) => frame.replace('_', unit));
});

const units: Intl.RelativeTimeFormatUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];

/** Numbers among which each plural form of each language is. */
const amounts = [1, 2, 3, 5, 11, 20];

/**
 * Built on first use. Skips narrow forms that write "2 hours ago" as "-2 h": a shape has no sign, so they would match
 * durations.
 */
const relativeShapes = once(() => {
  return new Set([...shapesOf(units), ...furtherShapes]);
});

/** Shapes of relative dates of at most some days. */
const recentShapes = once(() => new Set(shapesOf(['second', 'minute', 'hour', 'day'])));

function shapesOf(some: readonly Intl.RelativeTimeFormatUnit[]): string[] {
  const known = Intl.RelativeTimeFormat.supportedLocalesOf(locales);
  const texts = known.flatMap((locale) => [...relativeDates(locale, some)]);
  return texts.filter((text) => !/[-−]/.test(text)).map((text) => shapeOf(plainOf(text)));
}

/** "yesterday" and the like: dates if they are the whole text, ordinary words if a sentence may follow. */
const daysWithoutNumber = once(() => {
  const texts = Intl.RelativeTimeFormat.supportedLocalesOf(locales).flatMap((locale) => [...namedDays(locale)]);
  return new Set(texts.map(plainOf).filter((day) => !/\d/.test(day)));
});

function once(build: () => Set<string>): () => ReadonlySet<string> {
  let built: Set<string> | undefined;
  return () => {
    built ??= build();
    return built;
  };
}

function* namedDays(locale: string): Generator<string> {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const amount of [0, -1, -2]) yield format.format(amount, 'day');
}

/** Formats one number of each plural form, because formatting takes most of the time of the first page. */
function* relativeDates(locale: string, some: readonly Intl.RelativeTimeFormatUnit[]): Generator<string> {
  const forms = new Intl.PluralRules(locale);
  const byForm = new Map(amounts.map((amount) => [forms.select(amount), amount]));
  for (const style of ['long', 'short', 'narrow'] as const) {
    const format = new Intl.RelativeTimeFormat(locale, { style });
    for (const unit of some) for (const amount of byForm.values()) yield format.format(-amount, unit);
  }
}

/** Removes the label that AMP pages once had beside their date. */
function withoutLabel(plain: string): string {
  return plain.replace(label, '');
}

const label = /^amp\s*[-·]\s*/;

/** "3 days ago". Only languages outside ASCII write one without a number. */
function isRelativeDate(plain: string): boolean {
  return relativeShapes().has(shapeOf(plain));
}

/** The text with each number as "#", a long one as "###", and without the punctuation that engines vary. */
function shapeOf(plain: string): string {
  return plain.replace(longNumbers, '###').replace(numbers, '#').replace(variedMarks, '');
}

const longNumbers = /\d{3,}/g;
const numbers = /\d+/g;
const variedMarks = /[\s.,،'’-]+/g;

/** Day, month and year with one kind of separator; the year has four digits and comes first or last. */
function isNumericDate(plain: string): boolean {
  const match = numericDate.exec(plain);
  if (match === null) return false;
  const [first, middle, last] = [match[1]!, match[3]!, match[4]!];
  const other = first.length === 4 ? last : first;
  if (other.length > 2 || (first.length === 4) === (last.length === 4)) return false;
  const [small, large] = [Number(middle), Number(other)].sort((a, b) => a - b) as [number, number];
  return small >= 1 && small <= 12 && large <= 31;
}

const numericDate = /^(\d{1,4})(\.|\/|-)\s?(\d{1,2})\2\s?(\d{1,4})\.?$/;

/** Lower case, ASCII digits, single spaces, without invisible direction marks. */
function plainOf(text: string): string {
  if (isAscii(text)) return collapseWhitespace(text.toLowerCase());
  const lower = withAsciiDigits(text.normalize('NFKC').toLowerCase());
  return collapseWhitespace(withoutInvisibleCharacters(lower));
}

/**
 * Whether a normalised text is a day, the name of a month and a year in any order, with the words that some language
 * puts beside them ("24 авг. 2013 г.", "10 de jul. de 2019"), or three numbers with such words ("2023年5月24日").
 */
function isNamedDate(plain: string): boolean {
  const numbers = plain.match(digits)!; // at least the year
  const days = numbers.filter((number) => number.length <= 2 && Number(number) >= 1 && Number(number) <= 31);
  if (numbers.length !== days.length + 1 || !numbers.some(({ length }) => length === 4)) return false;
  if (!wordsAndNumbers.test(plain)) return false;
  const words = wordsOf(plain);
  if (words.length === 0 || words.length > maxWords) return false;
  if (words.every((word) => englishMonth.test(word))) return days.length === 1;
  const { months, others } = dateWords();
  if (!words.every((word) => months.has(word) || others.has(word))) return false;
  return days.length === (words.some((word) => months.has(word)) ? 1 : 2);
}

const wordsAndNumbers = /^[\p{L}\p{M}\p{N}\s.,،'’॰/-]*[\p{L}\p{M}\p{N}.]$/u;
const digits = /\d+/g;

/** Most dates are in English: with its months alone, a page needs no words of other languages, which take 200 ms. */
const englishMonth =
  /^(?:(?:jan|febr)uary|jan|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|(?:sept|nov|dec)ember|sept?|oct(?:ober)?|nov|dec)$/;

/** "10 de juliol del 2019": no language uses more. */
const maxWords = 4;

/** Locales whose date words differ. One that the runtime does not know is skipped. */
const locales: readonly string[] =
  'en-US en-GB en-CA af ar ar-EG ar-LB ar-MA az be bg bn bs ca cs da de de-AT el es es-MX et eu fa fi fil fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mr ms nb nl pa pl pt-BR pt-PT ro ru sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh-CN zh-TW zh-HK'.split(
    ' ',
  );

/** A page in one language may use the calendar of the country that it is shown in. */
const calendars = 'en-u-ca-persian en-u-ca-islamic ar-u-ca-islamic fa-u-ca-gregory th-u-ca-gregory'.split(' ');

interface DateWords {
  readonly months: Set<string>;
  /** Words beside the month's name: "de", "г", "年", the name of an era. */
  readonly others: Set<string>;
}

let known: DateWords | undefined;

/** Built on first use: takes about 200 ms, which pages without a date in another language do not pay. */
function dateWords(): DateWords {
  known ??= readDateWords();
  return known;
}

function readDateWords(): DateWords {
  const words: DateWords = { months: new Set(), others: new Set(furtherWords) };
  for (const locale of Intl.DateTimeFormat.supportedLocalesOf([...locales, ...calendars])) {
    for (const month of ['short', 'long'] as const) addWords(words, locale, month);
  }
  for (const word of words.others) words.months.delete(word); // some languages make "de" a part of the month's name
  return words;
}

/** Words that engines print and the locale data lack: "1er janv. 2021". */
const furtherWords = ['er'];

function addWords({ months, others }: DateWords, locale: string, month: 'short' | 'long'): void {
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' });
  for (let day = 0; day < daysOfYear; day += shortestMonth) {
    const parts = format.formatToParts(firstDay + day * millisecondsOfDay);
    const name = parts.find(({ type, value }) => type === 'month' && !/\p{Nd}/u.test(value))?.value ?? '';
    const names = wordsOf(plainOf(name));
    for (const word of wordsOf(plainOf(parts.map(({ value }) => value).join('')))) {
      const isName = names.some((part) => word.includes(part)); // a preposition may be joined to it
      (isName ? months : others).add(word);
    }
  }
}

const firstDay = Date.UTC(2025, 0, 1);
/** Days between samples: no month of any calendar is skipped. */
const shortestMonth = 28;
const daysOfYear = 366;
const millisecondsOfDay = 86_400_000;

function wordsOf(plain: string): readonly string[] {
  return plain.replaceAll('.', '').match(letters) ?? [];
}

const letters = /[\p{L}\p{M}]+/gu;
