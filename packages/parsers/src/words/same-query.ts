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
