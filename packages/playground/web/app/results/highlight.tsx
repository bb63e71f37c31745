import type { JSX } from 'preact';

/** A text in which some words are emphasised. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }): JSX.Element {
  const wanted = words.filter((word) => word !== '').sort((one, other) => other.length - one.length);
  if (wanted.length === 0) return <>{text}</>;
  const pattern = new RegExp(`(${wanted.map(whole).join('|')})`, 'gu');
  return <>{text.split(pattern).map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))}</>;
}

/** Not within another word. Scripts without spaces have no such borders: their words may be anywhere. */
function whole(word: string): string {
  const isSpaced = (sign: string | undefined) =>
    /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u.test(sign ?? '');
  const before = isSpaced(word.at(0)) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = isSpaced(word.at(-1)) ? '(?![\\p{L}\\p{N}])' : '';
  return `${before}${escaped(word)}${after}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
