/** Letters that Unicode does not take apart. */
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
};

/** A name as it is compared: without accents, case and punctuation, words separated by one space. */
export function foldName(name: string): string {
  if (/^[a-z]+(?: [a-z]+)*$/i.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʻʼ.]/gu, '')
    .replace(/[æðđħıłøœßþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
