import { asciiDigits } from './numbers.js';

/**
 * Whether a text is a duration in words: "45 min", "1 hr 20 min", "2 h", in the most common languages. A running time
 * such as "4:31" is not.
 */
export function isDurationText(text: string): boolean {
  if (text.length > longest || !/^\s*\p{Nd}/u.test(text)) return false;
  const shape = shapeOf(asciiDigits(text));
  return amounts().some((amount) => shape === amount || isPair(shape, amount));
}

const longest = 24;

/** Each number as "#", without spaces and the dots of abbreviations: "#Std#Min". */
function shapeOf(text: string): string {
  return text.replace(/\d+/g, '#').replace(/[\s.]+/g, '');
}

/** "1 hr 20 min": two amounts. */
function isPair(shape: string, amount: string): boolean {
  return shape.startsWith(amount) && amounts().includes(shape.slice(amount.length));
}

const locales = [
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

let built: readonly string[] | undefined;

function amounts(): readonly string[] {
  built ??= [
    ...new Set(
      locales.flatMap((locale) =>
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
  return built;
}

/** The running time in a text that contains nothing else but symbols, such as `▶ 3:27`. */
export function durationIn(text: string): string | undefined {
  return text.includes(':') ? clock.exec(text)?.[1] : undefined; // few texts need the pattern
}

const clock = /^[^\p{L}\p{N}]{0,3}(\p{Nd}{1,3}(?::\p{Nd}{2}){1,2})$/u;
