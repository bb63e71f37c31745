import type { Page } from '../page/page.js';
import type { OrganicResult } from '../results/responses.js';
import type { ResultFields } from './answer.js';
import { type LocatedBlocks, withoutPlaces } from './blocks/located.js';
import { elementsOf } from './blocks/part-elements.js';
import type { PageParts } from './blocks/parts.js';
import { given, type NumberedRow } from './found.js';
import type { Reading } from './reading.js';
import { rowsWith } from './rich-rows.js';

/** A result of an engine whose pages are cut into parts, and how its extras are read. */
interface Extended<Result, Blocks extends object> {
  readonly reading: Reading;
  readonly rows: readonly NumberedRow<OrganicResult>[];
  readonly result: ResultFields<Result>;
  layOut(page: Page, rows: readonly NumberedRow<OrganicResult>[]): PageParts;
  readBlocks(parts: PageParts): LocatedBlocks<Blocks>;
}

/** The result with what the options ask for beside the contract. */
export function withExtras<Result extends object, Blocks extends object>({
  reading: { page, options },
  rows,
  result,
  layOut,
  readBlocks,
}: Extended<Result, Blocks>): ResultFields<Result> {
  const parts = layOut(page, rows);
  const located = options.blocks || options.elements ? readBlocks(parts) : undefined;
  const elements = located && options.elements ? elementsOf(parts, located, rows) : undefined;
  const rowElements = new Map(parts.rows.map(({ anchor, element }) => [anchor, element]));
  const organic_results = rowsWith(page, rows, {
    blockOf: options.rich ? (anchor) => rowElements.get(anchor) : undefined,
    rankOf: elements?.rankOf,
  });
  return {
    ...result,
    organic_results,
    ...(located && options.blocks && { blocks: given(withoutPlaces(located, elements?.rankOf)) }),
    ...(elements && { elements: given(elements.list) }),
  };
}
