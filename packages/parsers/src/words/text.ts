/** Whether a text is empty or all white space. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > SPACE && first < DELETE) && !ink.test(text); // most texts begin with a character of ASCII
}

const DELETE = 0x7f;

const ink = /\S/;

/** Trims a text and collapses its white space, including no-break spaces, to single spaces. */
export function collapseWhitespace(text: string): string {
  return isCollapsed(text) ? text : text.trim().replace(uncollapsed, ' ');
}

/** Most texts are collapsed: a loop over the characters finds out in half the time of a pattern. */
function isCollapsed(text: string): boolean {
  let isBehindSpace = true; // a leading space does not count as collapsed
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE) {
      if (isBehindSpace) return false;
      isBehindSpace = true;
    } else if (code < SPACE || code === NO_BREAK_SPACE || (code >= firstWideSpace && !isInk(code))) return false;
    else isBehindSpace = false;
  }
  return !isBehindSpace;
}

function isInk(code: number): boolean {
  return (code > lastOfSpaces && code < IDEOGRAPHIC_SPACE) || (code > IDEOGRAPHIC_SPACE && code < BYTE_ORDER_MARK);
}

const [SPACE, NO_BREAK_SPACE, IDEOGRAPHIC_SPACE, BYTE_ORDER_MARK] = [0x20, 0xa0, 0x3000, 0xfeff] as const;

/** White space beyond Latin-1 lies between these two, among other characters, and at the two code points above. */
const firstWideSpace = 0x1680;
const lastOfSpaces = 0x205f;

/** Skips single spaces, which are most of the white space. */
const uncollapsed = / \s+|[^\S ]\s*/g;

/** The distinct non-empty texts, in order of first appearance. */
export function distinctNonEmpty(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const found = new Set(texts);
  found.delete('');
  return [...found];
}

/** Invisible characters: direction marks, soft hyphens, zero-width spaces, word joiners. Joiners of letters are kept. */
const invisibleMarks = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

export function hasInvisibleCharacters(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SOFT_HYPHEN || code >= firstInvisibleMark) return text.search(invisibleMarks) !== -1;
  }
  return false;
}

const SOFT_HYPHEN = 0xad;

/** Most texts have no other mark and no character from here on: a loop takes a fraction of the time of a pattern. */
const firstInvisibleMark = 0x61c;

export function withoutInvisibleCharacters(text: string): string {
  return text.replace(invisibleMarks, '');
}

/**
 * Whether two texts are the same query, ignoring case, punctuation and letter width. One of them may be cut short, as
 * titles and quoted queries are.
 */
export function isSameQueryOrTruncated(left: string, right: string): boolean {
  if (Math.max(left.length, right.length) > maxQueryLength) return false;
  if (left === right) return true;
  if (beginDifferently(left, right)) return false;
  const [short, long] = [bare(left), bare(right)].sort((a, b) => a.length - b.length) as [string, string];
  return short === long || (short.length >= minCutLength && long.startsWith(short));
}

/** Whether two texts begin with different letters or digits of ASCII: most texts that are not the same query do. */
function beginDifferently(left: string, right: string): boolean {
  const [one, other] = [left.charCodeAt(0), right.charCodeAt(0)];
  return isAsciiWord(one) && isAsciiWord(other) && (one | CASE_BIT) !== (other | CASE_BIT);
}

function isAsciiWord(code: number): boolean {
  const lower = code | CASE_BIT;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Tells lower case from upper case in ASCII; all digits have it. */
const CASE_BIT = 0x20;

/** Whether two texts are the same query, ignoring case, punctuation and letter width, neither of them cut short. */
export function queriesEqual(left: string, right: string): boolean {
  return Math.max(left.length, right.length) <= maxQueryLength && bare(left) === bare(right);
}

/**
 * Longer texts are not queries: the engines accept 2,048 characters at most. Keeps a whole page in one tag from being
 * compared.
 */
const maxQueryLength = 4096;

/** Minimum number of letters that a query that is cut short must share with the whole one. */
const minCutLength = 12;

/** Upper case first: only that equates "ß" with "ss", and the two forms of the Greek sigma. */
function bare(query: string): string {
  return query
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Any letter. */
export const letter: RegExp = /\p{L}/u;

/** Any letter or digit. */
export const letterOrDigit: RegExp = /[\p{L}\p{N}]/u;

/** Any decimal digit. */
export const digit: RegExp = /\p{Nd}/u;

/** The longest of the texts, the first one of several; `''` if there is none. */
export function longestOf(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}
