/** How a page was read. Shows a change of layout before it affects users; only with the option `diagnostics`. */
export interface Diagnostics {
  state: 'results' | 'no_results';
  /** Name of the layout that the page was recognised as. */
  layout: string;
  /** The query that the page says it answers; left out if it names none. */
  query?: string;
  /** The page number that the page shows; left out if it shows none. */
  page?: number;
  /** Number of candidates: links that looked like the title of a row. */
  candidates: number;
  /** The candidates that are not rows, and why. */
  dropped: DroppedCandidate[];
  /** Where each field of each row was read. */
  fields: FieldSource[];
  /** For each field the share of rows that have it, from 0 to 1. */
  fill: Record<string, number>;
}

/** A candidate that is not a row. */
export interface DroppedCandidate {
  /** What it is instead: "ad", "question", "duplicate" … */
  reason: string;
  /** Path of the element from the root, in steps `name#id` or `name:nth-child`; long names are cut. */
  path: string;
}

/** Where a field was read. */
export interface FieldSource {
  /** `position` of the row, from 1; 0 for a field of the page. */
  row: number;
  field: string;
  /** Name of the reader that found it; readers of a field are tried in order of trust. */
  reader: string;
  path?: string;
}
