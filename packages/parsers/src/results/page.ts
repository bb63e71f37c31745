/** The panel about the entity or business that the query names. */
export interface KnowledgeGraph {
  /** The line under the title: "Film director", "Estate agent in Moscow". */
  type?: string;
  title: string;
  website?: string;
  /** Fact rows: label as shown, without its colon, to value. */
  attributes?: Record<string, string>;
  description?: string;
  description_link?: string;
  description_source?: string;
  /** `rank` of the element that the panel is; only with the option `elements`. */
  element?: number;
}

/** A query that the page proposes at its end. */
export interface RelatedSearch {
  query: string;
  /** `rank` of the element that the query stands in; only with the option `elements`. */
  element?: number;
}
