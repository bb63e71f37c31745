import type { AlphaBlocks, BetaBlocks, GammaBlocks } from './blocks.js';
import type { Diagnostics } from './diagnostics.js';
import type { PageElement } from './elements.js';
import type { KnowledgeGraph, RelatedSearch } from './page.js';

/**
 * The response objects, named and ordered as in the JSON. A parser's result is the response: nothing is mapped on the
 * way out.
 */

/** What each operation, `<engine>.<kind>`, is answered with. */
export interface OperationResults {
  'alpha.search': AlphaSearchResult;
  'alpha.news': AlphaNewsResult;
  'alpha.videos': AlphaVideosResult;
  'alpha.autocomplete': AlphaAutocompleteResult;
  'beta.search': BetaSearchResult;
  'gamma.search': GammaSearchResult;
}

/** What is asked of an engine: `<engine>.<kind>`. */
export type Operation = keyof OperationResults;

/** Name of something that is in a result only where the option of that name asks for it. */
export type Extra = 'dates' | 'blocks' | 'elements' | 'rich' | 'diagnostics';

/** Something opt-in. */
export interface ExtraDescription {
  /** What it adds, as Markdown. */
  readonly adds: string;
  /** The operations that have it. */
  readonly operations: readonly Operation[];
}

const webSearches: readonly Operation[] = ['alpha.search', 'beta.search', 'gamma.search'];

/** What is opt-in: an opt-in field is one entry here and one optional property of a type below. */
export const extras: Readonly<Record<Extra, ExtraDescription>> = {
  dates: {
    adds: '`date` of the rows of `alpha.search` and `gamma.search`, whose contract has none',
    operations: ['alpha.search', 'gamma.search'],
  },
  blocks: {
    adds: '`blocks`: what else is on the page of a web search, typed (questions, top stories, ads …)',
    operations: webSearches,
  },
  elements: {
    adds: '`elements`: the whole page of a web search in order, rows and everything else',
    operations: webSearches,
  },
  rich: {
    adds: '`thumbnail`, `favicon`, `rating`, `reviews`, `price`, `author`, `extensions` of the rows of a web search',
    operations: webSearches,
  },
  diagnostics: {
    adds: '`diagnostics`: how the page was read',
    operations: [...webSearches, 'alpha.news', 'alpha.videos'],
  },
};

/** One ordinary row of a result list. */
export interface OrganicResult extends RichRow {
  /** Place in the list, from 1, without gaps. */
  position: number;
  /** The heading's text. A shown ellipsis is kept. */
  title: string;
  /** The target address, freed from the engine's own redirects. */
  link: string;
  /**
   * The link's host name as it is (an `xn--` name stays one); `''` for a link without a host. Behind a redirect that only
   * the engine can read, the host that the page shows.
   */
  domain: string;
  /** Name of the site or publisher as shown; the host without `www.` where the page shows none. */
  source: string;
  /** The address line as shown: a host, a breadcrumb, or a count such as "40+ comments · 2 years ago"; `''` if none. */
  displayed_link: string;
  /** The excerpt as shown, without its date; `''` if none. */
  snippet: string;
  /** Distinct words that the page highlights in the snippet, in order of appearance. */
  snippet_matched: string[];
  /** The date as shown: "3 days ago", "Jan 17, 2024", "2023年5月24日". Only where the page shows one. */
  date?: string;
  /** `rank` of the element that the row is; only with the option `elements`. */
  element?: number;
}

/** A row of the video list. */
export interface VideoResult extends OrganicResult {
  /** Name of the uploader or channel; `''` if the page shows none, as for sites that are their own publisher. */
  channel: string;
  /** Running time, `m:ss` or `h:mm:ss`; `''` if the page shows none. */
  duration: string;
  /** YouTube's id of the video, null on any other site. */
  video_id: string | null;
}

/** What the page's pager offers. Numbers are those shown, from 1. */
export interface Pagination {
  /** Number of the next page; left out on the last one. */
  next?: number;
  /** Number of this page. */
  current: number;
  /** Every other page that the pager reaches, ascending. */
  other_pages: number[];
  /** Whether the page links to a next one. */
  has_next_page: boolean;
}

/** What the page says of the whole result. */
export interface SearchInformation {
  /** Number of results the engine claims; null where the page shows none. */
  total_results: number | null;
  /** Seconds the engine claims to have taken; null where the page shows none. */
  time_taken_displayed: number | null;
}

/** One completion of a query. */
export interface Suggestion {
  /** The completed query as plain text. */
  value: string;
}

/** What a page says of itself; how far it can be trusted to answer what was asked. */
export interface PageInfo {
  /** The query that the page says it answered, undefined where it says none. */
  query?: string;
  /** The number of the page that the page says it is, undefined where it says none. */
  page?: number;
}

export interface AlphaSearchResult {
  pagination: Pagination;
  knowledge_graph?: KnowledgeGraph;
  organic_results: OrganicResult[];
  related_searches: RelatedSearch[];
  search_information: SearchInformation;
  /** What else is on the page; only with the option `blocks`. */
  blocks?: AlphaBlocks;
  /** The whole page in order; only with the option `elements`. */
  elements?: PageElement[];
  /** How the page was read; only with the option `diagnostics`. */
  diagnostics?: Diagnostics;
}

export interface AlphaNewsResult {
  pagination: Pagination;
  organic_results: OrganicResult[];
  /** How the page was read; only with the option `diagnostics`. */
  diagnostics?: Diagnostics;
}

export interface AlphaVideosResult {
  organic_results: VideoResult[];
  /** How the page was read; only with the option `diagnostics`. */
  diagnostics?: Diagnostics;
}

export interface AlphaAutocompleteResult {
  suggestions: Suggestion[];
}

export interface BetaSearchResult {
  pagination: Pagination;
  organic_results: OrganicResult[];
  /** What else is on the page; only with the option `blocks`. */
  blocks?: BetaBlocks;
  /** The whole page in order; only with the option `elements`. */
  elements?: PageElement[];
  /** How the page was read; only with the option `diagnostics`. */
  diagnostics?: Diagnostics;
}

export interface GammaSearchResult {
  organic_results: OrganicResult[];
  /** What else is on the page; only with the option `blocks`. */
  blocks?: GammaBlocks;
  /** The whole page in order; only with the option `elements`. */
  elements?: PageElement[];
  /** How the page was read; only with the option `diagnostics`. */
  diagnostics?: Diagnostics;
}

/**
 * What a row shows beside the fields of every row: only with the option `rich`, and only what the page shows.
 */
export interface RichRow {
  /** Address of the picture beside the row; `data:` where the page holds the picture itself. */
  thumbnail?: string;
  /** Address of the site's icon. */
  favicon?: string;
  /** Average of the ratings, usually of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
  /** As shown, with its currency. */
  price?: string;
  /** Who wrote the page or posted it. */
  author?: string;
  /** The facts in lines of their own below the excerpt, as shown. */
  extensions?: string[];
}
