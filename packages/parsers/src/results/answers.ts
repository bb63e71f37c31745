import type { BlockItem, Source } from './block-items.js';

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
