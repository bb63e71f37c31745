import type { AlphaBlocks, PageElement, ParseOptions } from '../../src/index.js';
import { type MutationName, mutationNames, mutations } from './mutations.js';
import type { SavedPage } from './pages.js';
import { outcomeOf } from './parsers.js';

/** What is read of each page: rows, and everything that is shown beside them. */
export const included: ParseOptions = { blocks: true, elements: true, rich: true };

/** The number of values that are unchanged, and of all values. */
interface Count {
  same: number;
  all: number;
}

/** Counts of unchanged values by `<operation> <field>` and mutation. */
export type Survival = ReadonlyMap<string, Record<MutationName, Count>>;

/** Compares the reading of each page with those after each mutation. */
export function measureSurvival(pages: readonly SavedPage[]): Survival {
  const counts = new Map<string, Record<MutationName, Count>>();
  for (const { operation, parse, text } of pages) {
    const before = valuesOf(outcomeOf(parse, text, included));
    for (const mutation of mutationNames) {
      const after = valuesOf(outcomeOf(parse, mutations[mutation](text), included));
      for (const { field, key, value } of before.values()) {
        const count = countOf(`${operation} ${field}`, mutation);
        count.all++;
        if (after.get(key)?.value === value) count.same++;
      }
      for (const { field, key } of after.values()) {
        if (field === 'row' && !before.has(key)) countOf(`${operation} row`, mutation).all++;
      }
    }
  }
  return counts;

  function countOf(name: string, mutation: MutationName): Count {
    const row = counts.get(name) ?? emptyRow();
    counts.set(name, row);
    return row[mutation];
  }
}

/** One line for each field, one column for each mutation. */
export function survivalTable(survival: Survival): string {
  const head = ['| field |', ...mutationNames.map((name) => ` ${name} |`)].join('');
  const rule = `|---|${'--:|'.repeat(mutationNames.length)}`;
  const rows = [...survival]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([field, counts]) => {
      const shares = mutationNames.map((name) => ` ${shareOf(counts[name])} |`);
      return `| ${field} (${counts.classes.all}) |${shares.join('')}`;
    });
  return [head, rule, ...rows].join('\n');
}

interface Value {
  field: string;
  /** Identifies the value within its page. */
  key: string;
  value: string;
}

/** All values of a page. A row is identified by its link, an element by its place among those of its type. */
function valuesOf(outcome: object): Map<string, Value> {
  const values = new Map<string, Value>();
  const rows = 'organic_results' in outcome ? (outcome.organic_results as { link: string }[]) : [];
  for (const row of rows) {
    for (const [field, value] of Object.entries({ row: row.link, ...row })) add(field, `${row.link} ${field}`, value);
  }
  for (const [field, value] of Object.entries(outcome)) {
    if (field === 'blocks') addBlocks(value);
    else if (field === 'elements') addElements(value);
    else if (field !== 'organic_results') add(field, field, value);
  }
  return values;

  /** Each type of block is a field, whose items are compared one by one; a generated answer has three fields. */
  function addBlocks({ ai_overview: overview, ...blocks }: Partial<AlphaBlocks>): void {
    for (const [type, value] of Object.entries(blocks)) addItems(`blocks ${type}`, [value].flat());
    if (overview === undefined) return;
    addItems('overview text', [overview.text]);
    addItems('overview sections', overview.sections);
    addItems('overview sources', overview.sources);
  }

  /** An item is identified by its value, and by its number if that is repeated. Its element is left to the elements. */
  function addItems(field: string, items: readonly unknown[]): void {
    const seen = new Map<string, number>();
    for (const item of items) {
      const text = JSON.stringify(item, (key, value) => (key === 'element' ? undefined : value));
      const count = (seen.get(text) ?? 0) + 1;
      seen.set(text, count);
      add(field, `${field} ${count} ${text}`, '');
    }
  }

  /** The rank is a field of its own, as an element that is lost changes those of all that follow. */
  function addElements(elements: readonly PageElement[]): void {
    for (const { rank, ...element } of elements) {
      const key = `${element.type} ${element.rank_in_type}`;
      add(`elements ${element.type}`, `element ${key}`, element);
      add('elements rank', `rank ${key}`, rank);
    }
  }

  function add(field: string, key: string, value: unknown): void {
    values.set(key, { field, key, value: JSON.stringify(value) });
  }
}

function emptyRow(): Record<MutationName, Count> {
  const counts = mutationNames.map((name) => [name, { same: 0, all: 0 }]);
  return Object.fromEntries(counts) as Record<MutationName, Count>;
}

/** Rounded down, so that 100 % means all values. */
function shareOf({ same, all }: Count): string {
  return `${(Math.floor((same / all) * 1000) / 10).toFixed(1)} %`;
}
