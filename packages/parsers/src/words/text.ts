/** Whether a text as written is nothing but white space. */
export function isBlank(text: string): boolean {
  return !ink.test(text);
}

const ink = /\S/;

/** White space collapsed to single spaces and cut from both ends; no-break spaces count as white space. */
export function collapse(text: string): string {
  return isCollapsed(text) ? text : text.trim().replace(uncollapsed, ' ');
}

/** Most texts are: a loop over their characters tells so in half of the time that a pattern takes. */
function isCollapsed(text: string): boolean {
  let isBehindSpace = true; // nor may one stand at the start
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

/** White space beyond Latin-1 stands between these two, with much that is none, and at the two signs above. */
const firstWideSpace = 0x1680;
const lastOfSpaces = 0x205f;

/** Single spaces, which is most white space there is, are left where they are. */
const uncollapsed = / \s+|[^\S ]\s*/g;

/** The distinct texts among some, first appearance first; nothing is no text. */
export function distinct(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const found = new Set(texts);
  found.delete('');
  return [...found];
}

/** Marks that no person sees: of the direction of writing, spaces of no width, joiners of words. Joiners of letters stay. */
const invisibleMarks = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

export function hasMarks(text: string): boolean {
  return text.search(invisibleMarks) !== -1;
}

/** The text without invisible marks. */
export function withoutMarks(text: string): string {
  return text.replace(invisibleMarks, '');
}

/**
 * Whether two texts are one query: case, punctuation and width of letters aside, and one may be cut short, as titles
 * and quoted queries are.
 */
export function sameQuery(left: string, right: string): boolean {
  if (Math.max(left.length, right.length) > longestQuery) return false;
  if (left === right) return true;
  const [short, long] = [bare(left), bare(right)].sort((a, b) => a.length - b.length) as [string, string];
  return short === long || (short.length >= shortestCut && long.startsWith(short));
}

/** Whether two texts are one query, neither of them cut short: case, punctuation and width of letters aside. */
export function equalQueries(left: string, right: string): boolean {
  return Math.max(left.length, right.length) <= longestQuery && bare(left) === bare(right);
}

/** What is longer is no query: the engines answer 2,048 characters at most. Spares reading a whole page in one mark. */
const longestQuery = 4096;

/** Letters that a cut query must at least share with the whole one. */
const shortestCut = 12;

/** Capitals first: only they make one of "ß" and "ss", and of the two forms of a Greek sigma. */
function bare(query: string): string {
  return query
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
