import { operationNames } from '../../../src/index.js';
import type { FieldCost } from './measure-fields.js';
import type { ShapeCost } from './measure-shapes.js';

/** One line for each shape, one column for each operation. */
export function shapeTable(costs: readonly ShapeCost[]): string {
  const rows = costs.map(({ shape, times }) => [shape, ...times.map((time) => time.toFixed(2))]);
  return table(['shape', ...operationNames], rows);
}

/** One line for each field. */
export function fieldTable(costs: readonly FieldCost[]): string {
  const rows = costs.map(({ operation, field, places, slowest }) => {
    return [`${operation} ${field}`, String(places), slowest?.toFixed(2) ?? '–'];
  });
  return table(['field', 'places', 'slowest doubling'], rows);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = heads.map((_, i) => (i === 0 ? '---' : '--:'));
  return [heads, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
