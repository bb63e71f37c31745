import type { KnowledgeGraph, RelatedSearch } from './block-items.js';
import type { AlphaBlocks, BetaBlocks, GammaBlocks, PageElement } from './blocks.js';

/**
 * The responses, with names and order as in the JSON. A parser's result is the response: nothing is mapped afterwards.
 */

/** The result of each operation, `<engine>.<kind>`. */
export interface OperationResults {
  'alpha.search': AlphaSearchResult;
  'alpha.news': AlphaNewsResult;
  'alpha.videos': AlphaVideosResult;
  'alpha.autocomplete': AlphaAutocompleteResult;
  'beta.search': BetaSearchResult;
  'gamma.search': GammaSearchResult;
}

/** Name of an operation: `<engine>.<kind>`. */
export type Operation = keyof OperationResults;

/** A search engine: `alpha` is Google, `beta` is Bing, `gamma` is Brave Search. */
export type Engine = Operation extends `${infer Name}.${string}` ? Name : never;

/** Name of a part of a result that is opt-in, by the option of the same name. */
export type Extra = 'dates' | 'blocks' | 'elements' | 'rich' | 'diagnostics';

/** Description of an extra. */
export interface ExtraDescription {
  /** What it adds to a result, in Markdown. */
  readonly adds: string;
}

/** All extras. An opt-in field is one entry here and one optional property of a type below. */
export const extras: Readonly<Record<Extra, ExtraDescription>> = {
  dates: { adds: 'A `date` for the rows of `alpha.search` and `gamma.search`, which otherwise have none' },
  blocks: { adds: 'The other content of a web search page, typed (questions, top stories, ads …)' },
  elements: { adds: 'The whole web search page in order: rows and all other elements' },
  rich: {
    adds: '`thumbnail`, `favicon`, `rating`, `reviews`, `price`, `author`, `extensions` of the rows of a web search',
  },
  diagnostics: { adds: 'How the page was parsed' },
};

const ofWebPages: readonly Extra[] = ['blocks', 'elements', 'rich', 'diagnostics'];

/** The extras that each operation's parser can add to its result. */
export const operationExtras: { readonly [Name in Operation]: readonly Extra[] } = {
  'alpha.search': ['dates', ...ofWebPages],
  'alpha.news': ['diagnostics'],
  'alpha.videos': ['diagnostics'],
  'alpha.autocomplete': [],
  'beta.search': ofWebPages,
  'gamma.search': ['dates', ...ofWebPages],
};

/** An ordinary row of a result list. */
export interface OrganicResult extends RichRow {
  /** Place in the list, from 1, without gaps. */
  position: number;
  /** The heading's text, including an ellipsis if shown. */
  title: string;
  /** The target address, unwrapped from the engine's own redirects. */
  link: string;
  /**
   * The host of the link as it is (an `xn--` name stays one); `''` for a link without a host. For a redirect that only
   * the engine can resolve, the host that the page shows.
   */
  domain: string;
  /** Name of the site or publisher as shown; if none is shown, the host without `www.`. */
  source: string;
  /** The address line as shown: a host, a breadcrumb, or a count such as "40+ comments · 2 years ago"; `''` if none. */
  displayed_link: string;
  /** The excerpt as shown, without its date; `''` if none. */
  snippet: string;
  /** The distinct highlighted words of the snippet, in order of appearance. */
  snippet_matched: string[];
  /** The date as shown: "3 days ago", "Jan 17, 2024", "2023年5月24日"; left out if none. */
  date?: string;
  /** `rank` of the row's element; only with the option `elements`. */
  element?: number;
}

/** A row of the video list. */
export interface VideoResult extends OrganicResult {
  /** Name of the uploader or channel; `''` if none is shown, as for sites that publish themselves. */
  channel: string;
  /** Running time, `m:ss` or `h:mm:ss`; `''` if none is shown. */
  duration: string;
  /** YouTube's id of the video; null for any other site. */
  video_id: string | null;
}

/** What the pager offers. Page numbers are those shown, from 1. */
export interface Pagination {
  /** The next page; left out on the last one. */
  next?: number;
  /** This page. */
  current: number;
  /** Every other page that the pager links to, ascending. */
  other_pages: number[];
  /** Whether the page links to a next one. */
  has_next_page: boolean;
}

/** What the page says about the whole result. */
export interface SearchInformation {
  /** Number of results that the engine claims; null if the page shows none. */
  total_results: number | null;
  /** Seconds that the engine claims to have taken; null if the page shows none. */
  time_taken_displayed: number | null;
}

/** A completion of a query. */
export interface Suggestion {
  /** The completed query as plain text. */
  value: string;
}

/** What a page says of itself, to tell whether it answers what was asked. */
export interface ClaimedPageInfo {
  /** The query that the page says it answers; undefined if it names none. */
  query?: string;
  /** The page number that the page shows; undefined if it shows none. */
  page?: number;
}

/** What a result of rows can also contain. */
interface RowsExtras {
  /** How the page was read; only with the option `diagnostics`. */
  diagnostics?: Diagnostics;
}

/** What a result of a web search can also contain. */
interface WebExtras<Blocks> extends RowsExtras {
  /** What else is on the page; only with the option `blocks`. */
  blocks?: Blocks;
  /** The whole page in order; only with the option `elements`. */
  elements?: PageElement[];
}

/** Result of `parseAlphaSearch`. */
export interface AlphaSearchResult extends WebExtras<AlphaBlocks> {
  pagination: Pagination;
  /** The panel about the entity that the query names; left out if the page has none. */
  knowledge_graph?: KnowledgeGraph;
  organic_results: OrganicResult[];
  related_searches: RelatedSearch[];
  search_information: SearchInformation;
}

/** Result of `parseAlphaNews`. */
export interface AlphaNewsResult extends RowsExtras {
  pagination: Pagination;
  organic_results: OrganicResult[];
}

/** Result of `parseAlphaVideos`. */
export interface AlphaVideosResult extends RowsExtras {
  organic_results: VideoResult[];
}

/** Result of `parseAlphaAutocomplete`. */
export interface AlphaAutocompleteResult {
  /** In the order of the page. */
  suggestions: Suggestion[];
}

/** Result of `parseBetaSearch`. */
export interface BetaSearchResult extends WebExtras<BetaBlocks> {
  pagination: Pagination;
  organic_results: OrganicResult[];
}

/** Result of `parseGammaSearch`. */
export interface GammaSearchResult extends WebExtras<GammaBlocks> {
  organic_results: OrganicResult[];
}

/** Fields that a row shows beside those of every row; only with the option `rich`, and only if the page shows them. */
export interface RichRow {
  /** Address of the image beside the row; a `data:` address if the page contains the image itself. */
  thumbnail?: string;
  /** Address of the site's icon. */
  favicon?: string;
  /** Average rating, usually out of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
  /** As shown, with its currency. */
  price?: string;
  /** Author of the page or post. */
  author?: string;
  /** The facts below the excerpt as shown, one per line. */
  extensions?: string[];
}

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
