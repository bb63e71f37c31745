/** Fields of every item of a block. */
export interface BlockItem {
  /** `rank` of the element that contains the item; only with the option `elements`. */
  element?: number;
}

/** A text advertisement. */
export interface Ad extends BlockItem {
  /** Above the ordinary rows, below them, or in the column beside them. */
  position: 'top' | 'bottom' | 'right';
  title: string;
  /** The target as written: a page of the advertiser, or the engine's redirect to it. */
  link: string;
  /** The address as shown; `''` if none. */
  displayed_link: string;
  /** `''` if none. */
  snippet: string;
}

/** A product with its price. */
export interface Product extends BlockItem {
  title: string;
  link: string;
  /** As shown, with its currency. */
  price?: string;
  /** Name of the shop. */
  source?: string;
  /** Average rating, usually out of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
}

/** A page that an answer is taken from. */
export interface Source {
  title: string;
  link: string;
}

/** A question, with its answer if the page holds it. */
export interface Question extends BlockItem {
  question: string;
  answer?: string;
  /** Date of the page that the answer quotes, as shown. */
  date?: string;
  source?: Source;
}

/** A page shown as a card. */
export interface Card extends BlockItem {
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

/** An image. */
export interface ImageTile extends BlockItem {
  /** Title of the page that contains the image; `''` if none. */
  title: string;
  /** The page that contains the image; left out if the tile has no link. */
  link?: string;
  /** Name of that page's site. */
  source?: string;
}

/** A place on a map. */
export interface Place extends BlockItem {
  title: string;
  /** The place's own site. */
  link?: string;
  /** Average rating, usually out of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
  /** The lines below the name as shown: kind, address, hours. */
  details: string[];
}

/**
 * An entry of an offer or a list: a hotel, a flight, a recipe, a job, an event, an article. Fields that the page does
 * not show are left out.
 */
export interface Listing extends BlockItem {
  title: string;
  link?: string;
  /** The provider or publisher: an airline, an employer, a site. */
  source?: string;
  /** As shown, with its currency. */
  price?: string;
  /** Average rating, usually out of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
  /** The date as shown. */
  date?: string;
  /** The duration, or the hours from and to, as shown. */
  time?: string;
  /** The other lines as shown: a place, ingredients, a number of citations. */
  details: string[];
}

/** The links below an ordinary row. */
export interface RowSitelinks extends BlockItem {
  /** `position` of the row. */
  position: number;
  links: Source[];
}

/** Another spelling of the query. */
export interface Spelling extends BlockItem {
  /** `corrected`: the results are for the other spelling. `suggested`: the page asks whether it was meant. */
  kind: 'corrected' | 'suggested';
  /** The other spelling. */
  query: string;
}

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

/** A generated answer. */
export interface AiOverview extends BlockItem {
  /** The whole answer, including collapsed parts, without footnotes and source cards. */
  text: string;
  /** The same answer in its structure, in order. */
  sections: AnswerSection[];
  /** The pages that the answer cites, in page order, each once. */
  sources: AnswerSource[];
}

/** A part of a generated answer. */
export type AnswerSection = AnswerText | AnswerList | AnswerTable;

/** A paragraph, or a line that introduces the next part. Code is a paragraph. */
export interface AnswerText {
  kind: 'paragraph' | 'heading';
  text: string;
  /** Indexes into `sources`, from 0; only if the page says which sources belong here. */
  references?: number[];
}

/** A list. Nested lists are flattened. */
export interface AnswerList {
  kind: 'list';
  items: AnswerItem[];
}

/** An item of a list. */
export interface AnswerItem {
  /** The label at its start, without the colon. */
  title?: string;
  text: string;
  /** Indexes into `sources`, from 0; see `AnswerText`. */
  references?: number[];
}

/** A table: the cells of each row, starting with the header row. */
export interface AnswerTable {
  kind: 'table';
  rows: string[][];
  /** Indexes into `sources`, from 0; see `AnswerText`. */
  references?: number[];
}

/** A page that a generated answer cites. */
export interface AnswerSource extends Source {
  /** Site name as shown. */
  source?: string;
  /** The excerpt on the source's card. */
  snippet?: string;
}

/** The engine's own answer. */
export interface AnswerBox extends BlockItem {
  /**
   * `definition`: of a word. `converter`: of units, currencies or a translation. `weather`, `nutrition`: as named.
   * `passage`: sentences. `fact`: a short answer to a question, including the time. `other`: anything else, such as a
   * share price.
   */
  kind: AnswerKind;
  text: string;
  /** The heading: what is answered. */
  title?: string;
  /** The page that the answer is taken from. */
  link?: string;
}

/** The kind of the engine's own answer. */
export type AnswerKind = 'fact' | 'passage' | 'definition' | 'converter' | 'weather' | 'nutrition' | 'other';
