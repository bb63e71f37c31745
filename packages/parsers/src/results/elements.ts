/** Something that stands on a result page: an ordinary row, an advertisement, a block. */
export interface PageElement {
  type: ElementType;
  /** Place on the page, from 1: the band above the columns, the main column, what is below, the column beside. */
  rank: number;
  /** Place among the elements of its type, from 1. */
  rank_in_type: number;
  column: PageColumn;
  /** The heading, of a row or an advertisement its title; `''` for what has none. */
  title: string;
  /** Where a row or an advertisement leads. */
  link?: string;
  /** `position` of a row. */
  position?: number;
}

/** Where an element stands: in the list, beside it, or above or below both. */
export type PageColumn = 'top' | 'main' | 'bottom' | 'side';

/** What an element is. The names are those of the blocks, but for rows, and for what is an element alone. */
export type ElementType = (typeof elementTypes)[number];

/** All types of elements; `other` is what no reader knows. */
export const elementTypes = [
  'organic',
  'ad',
  'shopping',
  'featured_snippet',
  'ai_overview',
  'answer',
  'people_also_ask',
  'top_stories',
  'local_news',
  'perspectives',
  'discussions',
  'videos',
  'short_videos',
  'images',
  'local_results',
  'twitter',
  'products',
  'hotels',
  'flights',
  'recipes',
  'jobs',
  'events',
  'scholarly',
  'spelling',
  'knowledge_graph',
  'related_searches',
  'people_also_search',
  'latest_from',
  'buying_guide',
  'things_to_know',
  'refine',
  'notice',
  'faq',
  'other',
] as const;
