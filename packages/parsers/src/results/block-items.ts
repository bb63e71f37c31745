/** What every item of a block may have. */
interface BlockItem {
  /** `rank` of the element that the item stands in; only with the option `elements`. */
  element?: number;
}

/** A text advertisement. */
export interface Ad extends BlockItem {
  /** Above or below the ordinary rows, or in the column beside them. */
  position: 'top' | 'bottom' | 'right';
  title: string;
  /** Target as written: a page of the advertiser, or the engine's redirect to it. */
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
  /** Average of the ratings, usually of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
}

/** A quoted answer. */
export interface FeaturedSnippet extends BlockItem {
  text: string;
  /** Heading of the page that is quoted. */
  title: string;
  link: string;
}

/** A generated answer. */
export interface AiOverview extends BlockItem {
  /** The whole answer, folded parts included, without notes and the cards of its sources. */
  text: string;
  /** The same answer as it is built, in order. */
  sections: AnswerSection[];
  /** The pages that it names, in page order, each once. */
  sources: AnswerSource[];
}

/** A part of a generated answer. */
export type AnswerSection = AnswerText | AnswerList | AnswerTable;

/** A paragraph, or a line that names what follows. Code is a paragraph. */
export interface AnswerText {
  kind: 'paragraph' | 'heading';
  text: string;
  /** Indexes into `sources`, from 0; only where the page holds which source is named here. */
  references?: number[];
}

/** A list; lists inside of it are flattened. */
export interface AnswerList {
  kind: 'list';
  items: AnswerItem[];
}

/** An item of a list. */
export interface AnswerItem {
  /** The label that it begins with, without its colon. */
  title?: string;
  text: string;
  /** Indexes into `sources`, as of a paragraph. */
  references?: number[];
}

/** A table: the cells of each row, that of the column heads first. */
export interface AnswerTable {
  kind: 'table';
  rows: string[][];
  /** Indexes into `sources`, as of a paragraph. */
  references?: number[];
}

/** The engine's own answer. */
export interface AnswerBox extends BlockItem {
  /**
   * `definition`: of a word. `converter`: of units, currencies, a translation. `weather`, `nutrition`: as named. `passage`:
   * sentences. `fact`: a short answer to a question, the time. `other`: anything else, such as a share price.
   */
  kind: AnswerKind;
  text: string;
  /** What is answered: its heading. */
  title?: string;
  /** The page that the answer is taken from. */
  link?: string;
}

/** What kind of answer the engine's own box gives. */
export type AnswerKind = 'fact' | 'passage' | 'definition' | 'converter' | 'weather' | 'nutrition' | 'other';

/** A page that an answer is taken from. */
export interface Source {
  title: string;
  link: string;
}

/** A page that a generated answer names as its source. */
export interface AnswerSource extends Source {
  /** Name of its site as shown. */
  source?: string;
  /** The passage of the page as its card shows it. */
  snippet?: string;
}

/** A question with, where the page holds it, its answer. */
export interface Question extends BlockItem {
  question: string;
  answer?: string;
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

/** A picture. */
export interface ImageTile extends BlockItem {
  /** Title of the page that the picture is on; `''` if the tile has none. */
  title: string;
  /** The page that the picture is on; left out where the tile names none. */
  link?: string;
  /** Name of that page's site. */
  source?: string;
}

/** A place on a map. */
export interface Place extends BlockItem {
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

/** An offer or an entry of a list: a hotel, a flight, a recipe, a job, an event, an article. Everything as far as shown. */
export interface Listing extends BlockItem {
  title: string;
  link?: string;
  /** Who offers or publishes it: the airline, the employer, the site. */
  source?: string;
  /** As shown, with its currency. */
  price?: string;
  /** Average of the ratings, usually of 5. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
  /** The date as shown. */
  date?: string;
  /** How long it takes, or the hours between which it takes place, as shown. */
  time?: string;
  /** The other lines as shown: a place, ingredients, a number of citations. */
  details: string[];
}

/** A post. */
export interface Post extends BlockItem {
  text: string;
  link: string;
  /** As shown. */
  date?: string;
}

/** The links below an ordinary row. */
export interface RowSitelinks extends BlockItem {
  /** The row's position. */
  position: number;
  links: Source[];
}

/** Another writing of the query. */
export interface Spelling extends BlockItem {
  /** `corrected`: the results are for the other writing. `suggested`: the page asks whether it was meant. */
  kind: 'corrected' | 'suggested';
  /** The other writing. */
  query: string;
}
