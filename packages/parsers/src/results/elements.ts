import type { ElementType } from './blocks.js';

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
