/** The views of one answer that are linked to each other. */
export type ViewName = 'page' | 'results' | 'json';

/** What is pointed at, and in which view: the others follow. */
export interface Here {
  /** Path in the JSON: `organic_results.3`, `blocks.videos.0`. */
  path: string;
  from: ViewName;
}

/** What a linked view is given. */
export interface Linked {
  here: Here | undefined;
  onPoint: (path: string, from: ViewName) => void;
}
