import type { OrganicResult, PageElement } from '@svc/parsers';
import type { Pages } from './paging.js';

/** A result that may list the elements of its page. */
interface WithElements {
  organic_results: OrganicResult[];
  elements?: PageElement[];
}

/**
 * The answer of several pages with the elements of all of them, one page behind the other. A row refers to the element that
 * it is; the element of a row that is not in the answer has no position.
 */
export function joinedElements<Result extends WithElements>(
  pages: Pages<Result>,
  merge: (pages: Pages<Result>) => Result,
): Result {
  if (pages.every(({ result }) => result.elements === undefined)) return merge(pages);
  let before = 0;
  const moved = pages.map((page) => {
    const shifted = { ...page, result: shiftedBy(page.result, before) };
    before += page.result.elements?.length ?? 0;
    return shifted;
  }) as unknown as Pages<Result>; // as many pages as there were
  const merged = merge(moved);
  const positions = new Map(merged.organic_results.map(({ element, position }) => [element, position]));
  const all = moved.flatMap(({ result }) => result.elements ?? []);
  return { ...merged, elements: renumbered(all, positions) };
}

function shiftedBy<Result extends WithElements>(result: Result, by: number): Result {
  if (by === 0) return result;
  const rows = result.organic_results.map((row) =>
    row.element === undefined ? row : { ...row, element: row.element + by },
  );
  const elements = result.elements?.map((element) => ({ ...element, rank: element.rank + by }));
  return { ...result, organic_results: rows, ...(elements && { elements }) };
}

function renumbered(
  elements: readonly PageElement[],
  positions: ReadonlyMap<number | undefined, number>,
): PageElement[] {
  const counts = new Map<string, number>();
  return elements.map(({ position: _, ...element }) => {
    const rank_in_type = (counts.get(element.type) ?? 0) + 1;
    counts.set(element.type, rank_in_type);
    const position = positions.get(element.rank);
    return { ...element, rank_in_type, ...(position !== undefined && { position }) };
  });
}
