/**
 * The first integer in a text, with digits of any script and any grouping: "About 38,500 results", "1’780’000",
 * "2,10,000", "٣٨٬٥٠٠"; undefined if there is none. A fraction is dropped.
 */
export function firstIntegerIn(text: string): number | undefined {
  return integersIn(text)[0];
}

/** Every integer in a text, in order; see `firstIntegerIn`. */
export function integersIn(text: string): number[] {
  const counts: number[] = [];
  const ascii = withAsciiDigits(text);
  for (let found = grouped.exec(ascii); found !== null; found = grouped.exec(ascii)) {
    counts.push(Number(found[1]!.replace(/\D/g, '')));
  }
  return counts;
}

/**
 * The largest integer in a text; undefined if there is none. Not by `Math.max(...counts)`: there may be more than a
 * call takes arguments.
 */
export function largestIntegerIn(text: string): number | undefined {
  const counts = integersIn(text);
  return counts.length === 0 ? undefined : counts.reduce((most, count) => Math.max(most, count));
}

/**
 * The first number in a text, with a fraction after "." or ",": "(0.44 seconds)", "0,30 s"; undefined if there is none.
 */
export function firstDecimalIn(text: string): number | undefined {
  const found = /\d+(?:[.,٫]\d+)?/.exec(withAsciiDigits(text))?.[0];
  return found === undefined ? undefined : Number(found.replace(/[,٫]/, '.'));
}

/** "54", "1 204", "6.2K", "3M+"; undefined for zero, and if another word follows. */
export function readCount(text: string): number | undefined {
  const ascii = withAsciiDigits(text.trim());
  const unit = /^\d+(?:[.,]\d+)?\s?([KM])\+?$/.exec(ascii)?.[1];
  if (unit !== undefined) return Math.round((firstDecimalIn(ascii) ?? 0) * (unit === 'K' ? 1e3 : 1e6));
  return Number(/\p{L}/u.test(ascii) ? 0 : ascii.replace(/\D/g, '')) || undefined;
}

/** The text with the digits of every script as ASCII digits. */
export function withAsciiDigits(text: string): string {
  if (isAscii(text)) return text;
  return text.replace(otherDigits, digitValue);
}

/** Digits of any script except ASCII. */
const otherDigits = /[^\P{Nd}\d]/gu;

export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

const beyondAscii = /[\u0080-\uffff]/;

/**
 * A number in groups of three with one kind of separator, or in Indian groups of two that end in three, or plain
 * digits; then a fraction, which is not captured.
 */
const grouped =
  /((?<!\d)[1-9]\d{0,2}([.,’'٬\s])\d{3}(?:\2\d{3})*(?!\d)|(?<!\d)[1-9]\d?(?:,\d\d)+,\d{3}(?!\d)|\d+)(?:[.,٫]\d+)?/g;

/**
 * The digits of a script are ten code points from its zero. Such runs may touch, as those of the mathematical digits
 * do.
 */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!;
  let start = code;
  while (isDigit(start - 1)) start--;
  return String((code - start) % 10);
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}

/** Whether a text is an amount beside a currency's sign or letters, after one word at most: "From $12.50", "A$ 5". */
export function isPrice(text: string): boolean {
  return text.length <= maximumPrice && (signFirst.test(text) || amountFirst.test(text));
}

const maximumPrice = 30;
const signFirst = /^(?:\p{L}{1,8}\s)?(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{2,3})\s?\d[\d\s.,’']*$/u;
const amountFirst = /^(?:\p{L}{1,8}\s)?\d[\d\s.,’']*\s?(?:\p{Sc}|\p{L}{2,4}\.?)$/u;

/**
 * Whether a text is a duration in words: "45 min", "1 hr 20 min", "2 h", in the most common languages. A running time
 * such as "4:31" is not.
 */
export function isDurationInWords(text: string): boolean {
  if (text.length > maxDurationLength || !/^\s*\p{Nd}/u.test(text)) return false;
  const shape = shapeOf(withAsciiDigits(text));
  return amountsOfTime().some((amount) => shape === amount || isPair(shape, amount));
}

const maxDurationLength = 24;

/** Each number as "#", without spaces and the dots of abbreviations: "#Std#Min". */
function shapeOf(text: string): string {
  return text.replace(/\d+/g, '#').replace(/[\s.]+/g, '');
}

/** "1 hr 20 min": two amountsOfTime. */
function isPair(shape: string, amount: string): boolean {
  return shape.startsWith(amount) && amountsOfTime().includes(shape.slice(amount.length));
}

const durationLocales = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'ru',
  'uk',
  'cs',
  'tr',
  'sv',
  'da',
  'ja',
  'ko',
  'zh',
  'ar',
  'hi',
  'id',
  'vi',
];

let durationAmounts: readonly string[] | undefined;

function amountsOfTime(): readonly string[] {
  durationAmounts ??= [
    ...new Set(
      durationLocales.flatMap((locale) =>
        (['minute', 'hour'] as const).flatMap((unit) =>
          (['short', 'narrow', 'long'] as const).flatMap((unitDisplay) => {
            const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, numberingSystem: 'latn' });
            return [1, 2, 5, 20].map((amount) => shapeOf(format.format(amount)));
          }),
        ),
      ),
    ),
    '#mins',
    '#hrs',
  ];
  return durationAmounts;
}

/** Whether a text is a running time. */
export function isClockDuration(text: string): boolean {
  return parseClockDuration(text) !== undefined;
}

/** The running time in a text that contains nothing else but symbols, such as `▶ 3:27`. */
export function parseClockDuration(text: string): string | undefined {
  return text.includes(':') ? clock.exec(text)?.[1] : undefined; // few texts need the pattern
}

const clock = /^[^\p{L}\p{N}]{0,3}(\p{Nd}{1,3}(?::\p{Nd}{2}){1,2})$/u;
