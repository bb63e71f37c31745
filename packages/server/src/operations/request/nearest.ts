/** Names that callers of other services are used to, by what they mean: each may stand for the others of its line. */
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
 * The known names that a given one may have been meant for: those that mean the same, else those that differ by a slip
 * of the finger. Empty where nothing is near, so that no proposal misleads.
 */
export function namesNear(name: string, known: readonly string[]): string[] {
  const given = plain(name);
  const spelt = known.filter((candidate) => plain(candidate) === given);
  if (spelt.length > 0) return spelt;
  const meanings = synonyms.filter((names) => names.some((synonym) => plain(synonym) === given)).flat();
  const meant = known.filter((candidate) => meanings.includes(candidate));
  return meant.length > 0 ? meant : misspelt(given, known);
}

/** Case and the marks between words make no other name. A name that is longer than any is cut: it is near to none. */
function plain(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replace(/[_\s-]/g, '');
}

function misspelt(given: string, known: readonly string[]): string[] {
  const distances = known
    .map((candidate) => ({ candidate, distance: editDistance(given, plain(candidate)) }))
    .filter(({ candidate, distance }) => distance <= slipsIn(candidate) && isAlike(given, plain(candidate)));
  const least = Math.min(...distances.map(({ distance }) => distance));
  return distances.filter(({ distance }) => distance === least).map(({ candidate }) => candidate);
}

/** How many slips a name may hold before it is another one. */
function slipsIn(name: string): number {
  if (name.length <= 2) return 0;
  return name.length <= 5 ? 1 : 2;
}

/** A short name begins as it is meant to: `sum` is no slip for `num`, `nmu` is. */
function isAlike(given: string, candidate: string): boolean {
  return candidate.length > 4 || given[0] === candidate[0];
}

/** Number of letters to insert, drop, change or swap with the next one to get from one word to the other. */
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
