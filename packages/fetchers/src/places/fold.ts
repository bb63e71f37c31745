/** Letters that Unicode does not take apart, and forms of one letter that writers use for one another. */
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

/** Words that are written in short, and where: only before another word, or only as the first word. */
const shortWords: Readonly<Record<string, { full: string; first: boolean }>> = {
  st: { full: 'saint', first: false },
  ste: { full: 'sainte', first: false },
  sta: { full: 'santa', first: true },
  sto: { full: 'santo', first: true },
  ft: { full: 'fort', first: true },
  mt: { full: 'mount', first: true },
};

/** Characters that take no place on the page: soft hyphens, joiners, marks of direction. */
const invisible = /\p{Cf}|ـ/gu;
/** Accents of Latin, Greek, Cyrillic, Arabic and Hebrew; vowel signs of other scripts are letters and stay. */
const accents =
  /[\u{300}-\u{36f}]|[\u{591}-\u{5c7}]|[\u{64b}-\u{65f}]|\u{670}|[\u{1ab0}-\u{1aff}]|[\u{1dc0}-\u{1dff}]|[\u{20d0}-\u{20ff}]/gu;
const apostrophes = /['’‘ʻʼʾʿ`´.·]/g;
const letterForms = /[æðđħıłøœßþəیىکة]/g;

/** What a text with a short word before another word has. */
const mayHaveShortWords = /t[aeo]? /;

/** Latin letters and signs are folded one by one, by this table; names of other scripts as a whole. */
const latinEnd = 0x250;
const latin: readonly string[] = Array.from({ length: latinEnd }, (_, unit) => foldSign(String.fromCharCode(unit)));

/**
 * A name as it is compared: without accents, case and punctuation, `&` as `and`, `St` as `Saint`, words separated by
 * one space. Linear in the length of the name.
 */
export function foldName(name: string): string {
  const words = /^[A-Za-z]+$/.test(name) ? name.toLowerCase() : (foldLatin(name) ?? foldLetters(name));
  return mayHaveShortWords.test(words) ? expandShortWords(words) : words;
}

/** Undefined where a letter is of another script. */
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

/** A sign by itself: letters, a space for what separates words, or nothing. */
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
