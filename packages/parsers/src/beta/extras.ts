import { withoutPlaces } from '../reading/blocks/located.js';
import { elementsOf } from '../reading/blocks/part-elements.js';
import { type Fields, given, type NumberedRow } from '../reading/found.js';
import type { Reading } from '../reading/reading.js';
import { rowsWith } from '../reading/row-extras.js';
import type { BetaSearchResult, OrganicResult } from '../results/responses.js';
import { readBlocks } from './blocks/blocks.js';
import { layOut } from './blocks/layout.js';

type Result = Fields<Omit<BetaSearchResult, 'diagnostics'>>;

/** The result with what the options ask for beside the contract. */
export function withExtras(reading: Reading, rows: readonly NumberedRow<OrganicResult>[], result: Result): Result {
  const { page, options } = reading;
  const parts = layOut(page, rows);
  const located = options.blocks || options.elements ? readBlocks(parts) : undefined;
  const elements = located && options.elements ? elementsOf(parts, located, rows) : undefined;
  const blocks = new Map(parts.rows.map(({ anchor, element }) => [anchor, element]));
  const organic_results = rowsWith(page, rows, {
    blockOf: options.rich ? (anchor) => blocks.get(anchor) : undefined,
    rankOf: elements?.rankOf,
  });
  return {
    ...result,
    organic_results,
    ...(located && options.blocks && { blocks: given(withoutPlaces(located, elements?.rankOf)) }),
    ...(elements && { elements: given(elements.list) }),
  };
}
