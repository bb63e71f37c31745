/** Letters without a Unicode decomposition, and variants of a letter that are used interchangeably. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ə: 'e',
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ة: 'ه',
};

/** Abbreviated words, and whether they are expanded only before another word or only as the first word. */
const shortWords: Readonly<Record<string, { full: string; first: boolean }>> = {
  st: { full: 'saint', first: false },
  ste: { full: 'sainte', first: false },
  sta: { full: 'santa', first: true },
  sto: { full: 'santo', first: true },
  ft: { full: 'fort', first: true },
  mt: { full: 'mount', first: true },
};

/** Invisible characters: soft hyphens, joiners, directional marks. */
const invisible = /\p{Cf}|ـ/gu;
/** Accents of Latin, Greek, Cyrillic, Arabic and Hebrew. Vowel signs of other scripts count as letters and are kept. */
const accents =
  /[\u{300}-\u{36f}]|[\u{591}-\u{5c7}]|[\u{64b}-\u{65f}]|\u{670}|[\u{1ab0}-\u{1aff}]|[\u{1dc0}-\u{1dff}]|[\u{20d0}-\u{20ff}]/gu;
const apostrophes = /['’‘ʻʼʾʿ`´.·]/g;
const letterForms = /[æðđħıłøœßþəیىکة]/g;

/** Matches texts that may contain an abbreviated word before another word. */
const mayHaveShortWords = /t[aeo]? /;

/** Table for Latin letters and punctuation, which are folded one by one. Names in other scripts are folded as a whole. */
const latinEnd = 0x250;
const latin: readonly string[] = Array.from({ length: latinEnd }, (_, unit) => foldSign(String.fromCharCode(unit)));

/**
 * Normalizes a name for comparison: removes accents, case and punctuation, writes `&` as `and` and `St` as `Saint`, and separates
 * words by one space. Takes time linear in the length of the name.
 */
export function foldPlaceName(name: string): string {
  const words = /^[A-Za-z]+$/.test(name) ? name.toLowerCase() : (foldLatin(name) ?? foldLetters(name));
  return mayHaveShortWords.test(words) ? expandShortWords(words) : words;
}

/** Undefined if a letter belongs to another script. */
function foldLatin(name: string): string | undefined {
  let folded = '';
  let isSpaceDue = false;
  for (let position = 0; position < name.length; position += 1) {
    const letters = latin[name.charCodeAt(position)];
    if (letters === undefined) return undefined;
    if (letters === '') continue;
    if (letters === ' ') {
      isSpaceDue = folded !== '';
      continue;
    }
    folded += isSpaceDue ? ` ${letters}` : letters;
    isSpaceDue = false;
  }
  return folded.includes('&') ? foldLetters(name) : folded;
}

/** Folds a single character: letters, a space for a word separator, or nothing. */
function foldSign(sign: string): string {
  if (sign === '&') return sign;
  return foldLetters(`a${sign}a`).slice(1, -1);
}

function foldLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(accents, '')
    .replace(invisible, '')
    .toLowerCase()
    .replace(accents, '')
    .replace(apostrophes, '')
    .replace(letterForms, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function expandShortWords(words: string): string {
  const list = words.split(' ');
  const expanded = list.map((word, index) => {
    const short = shortWords[word];
    const isExpanded = short !== undefined && index < list.length - 1 && (index === 0 || !short.first);
    return isExpanded ? short.full : word;
  });
  return expanded.join(' ');
}
