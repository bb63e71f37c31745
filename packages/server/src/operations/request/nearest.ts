/** Names of parameters in other services; the names in a line mean the same. */
const synonyms: readonly (readonly string[])[] = [
  ['query', 'q', 'keyword', 'keywords', 'search', 'term', 'text', 'search_query', 'search_term', 'prompt'],
  ['gl', 'cc', 'country', 'country_code', 'region', 'geo'],
  ['hl', 'mkt', 'language', 'lang', 'language_code', 'lang_code', 'locale', 'market'],
  ['num', 'limit', 'count', 'size', 'per_page', 'page_size', 'results', 'num_results', 'max_results', 'top', 'n'],
  ['page', 'start', 'offset', 'first', 'page_number', 'page_num', 'pageno', 'p', 'skip', 'from'],
  ['location', 'place', 'city', 'near', 'loc', 'where'],
  ['lat', 'latitude'],
  ['lon', 'lng', 'long', 'longitude'],
  ['safe', 'safesearch', 'safe_search', 'adlt', 'family_filter'],
  ['freshness', 'tbs', 'time', 'time_range', 'time_period', 'date_range', 'period', 'recency', 'tf', 'qdr'],
  ['device', 'device_type', 'platform', 'user_agent'],
  ['cp', 'cursor', 'caret', 'cursor_position', 'cursor_pointer'],
];

/**
 * The known names that an unknown one may stand for: those with the same meaning, otherwise those that differ by a typo. Empty
 * if none is similar, so that no suggestion misleads.
 */
export function findSimilarNames(name: string, known: readonly string[]): string[] {
  const given = plain(name);
  const spelt = known.filter((candidate) => plain(candidate) === given);
  if (spelt.length > 0) return spelt;
  const meanings = synonyms.filter((names) => names.some((synonym) => plain(synonym) === given)).flat();
  const meant = known.filter((candidate) => meanings.includes(candidate));
  return meant.length > 0 ? meant : misspelt(given, known);
}

/** ` Did you mean "gl" or "cc"?`, for the end of a message; nothing without names. */
export function didYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${names.map((name) => `"${name}"`).join(' or ')}?` : '';
}

/** Ignores case and separators. Longer names than any known one are cut, because they are similar to none. */
function plain(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replace(/[_\s-]/g, '');
}

function misspelt(given: string, known: readonly string[]): string[] {
  const distances = known
    .map((candidate) => ({ candidate, distance: editDistance(given, plain(candidate)) }))
    .filter(({ candidate, distance }) => distance <= typosIn(candidate) && isAlike(given, plain(candidate)));
  const least = Math.min(...distances.map(({ distance }) => distance));
  return distances.filter(({ distance }) => distance === least).map(({ candidate }) => candidate);
}

/** Maximum number of typos in a name. */
function typosIn(name: string): number {
  if (name.length <= 2) return 0;
  return name.length <= 5 ? 1 : 2;
}

/** Short names must have the right first letter: `nmu` is a typo of `num`, `sum` is not. */
function isAlike(given: string, candidate: string): boolean {
  return candidate.length > 4 || given[0] === candidate[0];
}

/** Number of insertions, deletions, substitutions and swaps of adjacent letters between two words. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const changed = row[j]! + Number(a[i] !== b[j]);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? before[j - 1]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, row[j + 1]! + 1, next[j]! + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
