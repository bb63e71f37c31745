import { withoutPlaces } from '../reading/blocks/located.js';
import { type Fields, given, type NumberedRow } from '../reading/found.js';
import type { Reading } from '../reading/reading.js';
import { rowsWith } from '../reading/row-extras.js';
import type { AlphaSearchResult, OrganicResult } from '../results/responses.js';
import { readBlocks } from './blocks/blocks.js';
import { blockAround, inOrder, layOut } from './blocks/layout.js';
import { readElements } from './elements/elements.js';

type Result = Fields<Omit<AlphaSearchResult, 'diagnostics'>>;

/** The result with what the options ask for beside the contract. */
export function withExtras(reading: Reading, rows: readonly NumberedRow<OrganicResult>[], result: Result): Result {
  const { page, options } = reading;
  const layout = layOut(page, rows);
  const located = options.blocks || options.elements ? readBlocks(layout) : undefined;
  const panel = result.knowledge_graph ?? given(undefined);
  const read = { layout, rows, panel, related: result.related_searches };
  const elements = located && options.elements ? readElements({ ...read, located }) : undefined;
  const bounds = inOrder(
    rows.map(({ anchor }) => anchor),
    layout.sections.map(({ heading }) => heading),
  );
  const organic_results = rowsWith(page, rows, {
    blockOf: options.rich ? (anchor) => blockAround(anchor, bounds) : undefined,
    rankOf: elements?.rankOf,
  });
  const rank = panel.element && elements?.rankOf(panel.element);
  return {
    ...result,
    ...(panel.value &&
      rank !== undefined && { knowledge_graph: { ...panel, value: { ...panel.value, element: rank } } }),
    organic_results,
    ...(located && options.blocks && { blocks: given(withoutPlaces(located, elements?.rankOf)) }),
    ...(elements && { elements: given(elements.list) }),
  };
}
