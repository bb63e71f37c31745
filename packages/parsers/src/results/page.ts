/** The panel about the entity or business that the query names. */
export interface KnowledgeGraph {
  /** The line below the title: "Film director", "Estate agent in Moscow". */
  type?: string;
  title: string;
  website?: string;
  /** The facts: label as shown, without its colon, to value. */
  attributes?: Record<string, string>;
  description?: string;
  description_link?: string;
  description_source?: string;
  /** `rank` of the panel's element; only with the option `elements`. */
  element?: number;
}

/** A query that the page suggests at its end. */
export interface RelatedSearch {
  query: string;
  /** `rank` of the element that contains the query; only with the option `elements`. */
  element?: number;
}
