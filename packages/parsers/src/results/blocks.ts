import type {
  Ad,
  AiOverview,
  AnswerBox,
  BlockItem,
  Card,
  ImageTile,
  KnowledgeGraph,
  Listing,
  Place,
  Product,
  Question,
  RelatedSearch,
  RowSitelinks,
  Spelling,
  VideoCard,
} from './block-items.js';

/**
 * What else is on the page of a web search, with the same names and item types for all engines. If the page has none,
 * lists are empty and objects are left out.
 */
interface Blocks {
  /** Text advertisements, in page order. */
  ads: Ad[];
  /** Product advertisements with an image. */
  shopping: Product[];
  /** The text of a page that answers the query, quoted above the results. */
  featured_snippet?: FeaturedSnippet;
  /** The generated answer; only if the page holds its text. */
  ai_overview?: AiOverview;
  /** The engine's own box that answers the query: a fact, a converter, the weather. */
  answer?: AnswerBox;
  people_also_ask: Question[];
  top_stories: Card[];
  /** News from the place of the search. */
  local_news: Card[];
  /** Carousels of posts about the query. */
  perspectives: Card[];
  discussions: Card[];
  videos: VideoCard[];
  short_videos: VideoCard[];
  images: ImageTile[];
  local_results: Place[];
  /** Posts of X, formerly Twitter. */
  twitter: Post[];
  /** Unpaid product listings: the grid beside the ordinary rows. */
  products: Product[];
  hotels: Listing[];
  flights: Listing[];
  recipes: Listing[];
  jobs: Listing[];
  events: Listing[];
  /** Scientific articles. */
  scholarly: Listing[];
  /** Links below the ordinary rows to other pages of the same site. */
  sitelinks: RowSitelinks[];
  spelling?: Spelling;
}

/** The blocks of a web page of Google. */
export interface AlphaBlocks extends Blocks {}

/** The blocks that Bing and Brave have too, and those that only their results hold as blocks. */
interface FurtherBlocks
  extends Pick<
    Blocks,
    | 'ads'
    | 'shopping'
    | 'ai_overview'
    | 'answer'
    | 'people_also_ask'
    | 'top_stories'
    | 'videos'
    | 'images'
    | 'local_results'
    | 'discussions'
    | 'sitelinks'
    | 'spelling'
  > {
  related_searches: RelatedSearch[];
  knowledge_graph?: KnowledgeGraph;
  /** Questions and answers below a row, from the page that it links to. */
  faq: Question[];
}

/** The blocks of a web page of Bing. */
export interface BetaBlocks extends FurtherBlocks {}

/** The blocks of a web page of Brave Search. */
export interface GammaBlocks extends FurtherBlocks {}

/** Name of a block of any engine. */
type BlockName = keyof AlphaBlocks | keyof BetaBlocks | keyof GammaBlocks;

/**
 * Type of an element of a page: a row, an advertisement, a block by its name, or a part that is only an element.
 * `other` is any part that no reader knows. Sitelinks belong to their row.
 */
export type ElementType =
  | Exclude<BlockName, 'ads' | 'sitelinks'>
  | 'organic'
  | 'ad'
  | 'people_also_search'
  | 'latest_from'
  | 'buying_guide'
  | 'things_to_know'
  | 'refine'
  | 'notice'
  | 'other';

/** A record, so that a missing type does not compile. */
const typesOfElements: Readonly<Record<ElementType, true>> = {
  organic: true,
  ad: true,
  shopping: true,
  featured_snippet: true,
  ai_overview: true,
  answer: true,
  people_also_ask: true,
  top_stories: true,
  local_news: true,
  perspectives: true,
  discussions: true,
  videos: true,
  short_videos: true,
  images: true,
  local_results: true,
  twitter: true,
  products: true,
  hotels: true,
  flights: true,
  recipes: true,
  jobs: true,
  events: true,
  scholarly: true,
  spelling: true,
  knowledge_graph: true,
  related_searches: true,
  people_also_search: true,
  latest_from: true,
  buying_guide: true,
  things_to_know: true,
  refine: true,
  notice: true,
  faq: true,
  other: true,
};

/** All types of elements. */
export const elementTypes: readonly ElementType[] = Object.keys(typesOfElements) as ElementType[];

/** A part of a result page: an ordinary row, an advertisement or a block. */
export interface PageElement {
  type: ElementType;
  /** Place on the page, from 1, in the order `top`, `main`, `bottom`, `side`. */
  rank: number;
  /** Place among the elements of its type, from 1. */
  rank_in_type: number;
  column: PageColumn;
  /** The heading; the title of a row or an advertisement; `''` if none. */
  title: string;
  /** Target of a row or an advertisement. */
  link?: string;
  /** `position` of a row. */
  position?: number;
}

/** Where an element is: above the columns, in the main column, below it, or in the column beside it. */
export type PageColumn = 'top' | 'main' | 'bottom' | 'side';

/** A page's text, quoted as the answer. */
export interface FeaturedSnippet extends BlockItem {
  text: string;
  /** Heading of the quoted page. */
  title: string;
  link: string;
}

/** A post of a social network. */
export interface Post extends BlockItem {
  text: string;
  link: string;
  /** As shown. */
  date?: string;
}
