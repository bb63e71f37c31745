/** How a page was read; made only when asked for, so that drift of a layout shows before its users do. */
export interface Diagnostics {
  state: 'results' | 'no_results';
  /** Name of the layout that the page was recognised as. */
  layout: string;
  /** The query that the page says it answered; left out where it says none. */
  query?: string;
  /** The number of the page that the page says it is; left out where it says none. */
  page?: number;
  /** Number of places that looked like a row. */
  candidates: number;
  /** Those of them that are no rows, and why. */
  dropped: DroppedCandidate[];
  /** Where each field of each row was read. */
  fields: FieldSource[];
  /** Share of rows, 0 to 1, in which each field is filled. */
  fill: Record<string, number>;
}

/** A place that looked like a row and is none. */
export interface DroppedCandidate {
  /** What it is instead: "ad", "question", "duplicate" … */
  reason: string;
  /** Way to the element from the root, `name#id` or `name:nth-child`; long names are cut. */
  path: string;
}

/** Where a field was read. */
export interface FieldSource {
  /** The row's position, from 1; 0 for what belongs to the page. */
  row: number;
  field: string;
  /** Name of the reader that found it; readers of a field are tried in order of trust. */
  reader: string;
  path?: string;
}
