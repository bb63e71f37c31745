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
