/** What else is on a web result page, typed. Lists are empty and objects left out where the page has none. */
export interface AlphaBlocks {
  /** Text advertisements, in page order. */
  ads: Ad[];
  /** Product advertisements with a picture. */
  shopping: Product[];
  /** The passage of a page that answers the query, quoted above the results. */
  featured_snippet?: FeaturedSnippet;
  /** The generated answer; only where the page holds its text. */
  ai_overview?: AiOverview;
  people_also_ask: Question[];
  top_stories: Card[];
  /** Carousels of what people post about the query. */
  perspectives: Card[];
  discussions: Card[];
  videos: VideoCard[];
  short_videos: VideoCard[];
  images: ImageTile[];
  local_results: Place[];
  /** Posts of X, once Twitter. */
  twitter: Post[];
  /** Links below the ordinary rows to other pages of the same site. */
  sitelinks: RowSitelinks[];
  spelling?: Spelling;
}

/** A text advertisement. */
export interface Ad {
  /** Above or below the first ordinary row. */
  position: 'top' | 'bottom';
  title: string;
  /** Target as written: a page of the advertiser, or the engine's redirect to it. */
  link: string;
  /** The address as shown; `''` if none. */
  displayed_link: string;
  /** `''` if none. */
  snippet: string;
}

/** An advertised product. */
export interface Product {
  title: string;
  link: string;
  /** As shown, with its currency. */
  price?: string;
  /** Name of the shop. */
  source?: string;
}

/** A quoted answer. */
export interface FeaturedSnippet {
  text: string;
  /** Heading of the page that is quoted. */
  title: string;
  link: string;
}

/** A generated answer. */
export interface AiOverview {
  /** The whole answer, folded parts included, without notes and the cards of its sources. */
  text: string;
  sources: AnswerSource[];
}

/** A page that an answer is taken from. */
export interface Source {
  title: string;
  link: string;
}

/** A page that a generated answer names as its source. */
export interface AnswerSource extends Source {
  /** Name of its site as shown. */
  source?: string;
}

/** A question with, where the page holds it, its answer. */
export interface Question {
  question: string;
  answer?: string;
  source?: Source;
}

/** A page shown as a card. */
export interface Card {
  title: string;
  link: string;
  /** Name of the publisher or site as shown. */
  source?: string;
  /** As shown. */
  date?: string;
}

/** A video shown as a card. */
export interface VideoCard extends Card {
  /** Running time, `m:ss` or `h:mm:ss`. */
  duration?: string;
}

/** A picture. */
export interface ImageTile {
  /** Title of the page that the picture is on; `''` if the tile has none. */
  title: string;
  /** The page that the picture is on. */
  link: string;
  /** Name of that page's site. */
  source?: string;
}

/** A place on a map. */
export interface Place {
  title: string;
  /** The place's own site. */
  link?: string;
  /** Average of the ratings, usually of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
  /** The lines below the name as shown: kind, address, hours. */
  details: string[];
}

/** A post. */
export interface Post {
  text: string;
  link: string;
  /** As shown. */
  date?: string;
}

/** The links below an ordinary row. */
export interface RowSitelinks {
  /** The row's position. */
  position: number;
  links: Source[];
}

/** Another writing of the query. */
export interface Spelling {
  /** `corrected`: the results are for the other writing. `suggested`: the page asks whether it was meant. */
  kind: 'corrected' | 'suggested';
  /** The other writing. */
  query: string;
}
