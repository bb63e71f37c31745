import type { ElementType } from './blocks.js';

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
