/**
 * Whether two texts are one query: case, punctuation and width of letters aside, and one may be cut short, as titles
 * and quoted queries are.
 */
export function sameQuery(left: string, right: string): boolean {
  const [short, long] = [bare(left), bare(right)].sort((a, b) => a.length - b.length) as [string, string];
  return short === long || (short.length >= shortestCut && long.startsWith(short));
}

/** Letters that a cut query must at least share with the whole one. */
const shortestCut = 12;

function bare(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
