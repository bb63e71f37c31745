import { type MutationName, mutationNames, mutations } from './mutations.js';
import type { SavedPage } from './pages.js';
import { outcomeOf } from './parsers.js';

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
    const before = valuesOf(outcomeOf(parse, text, { blocks: true }));
    for (const mutation of mutationNames) {
      const after = valuesOf(outcomeOf(parse, mutations[mutation](text), { blocks: true }));
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

/** All values of a page. A row is identified by its link. */
function valuesOf(outcome: object): Map<string, Value> {
  const values = new Map<string, Value>();
  const rows = 'organic_results' in outcome ? (outcome.organic_results as { link: string }[]) : [];
  for (const row of rows) {
    for (const [field, value] of Object.entries({ row: row.link, ...row })) add(field, `${row.link} ${field}`, value);
  }
  for (const [field, value] of Object.entries(outcome)) {
    if (field === 'blocks') addBlocks(value);
    else if (field !== 'organic_results') add(field, field, value);
  }
  return values;

  /** Each type of block is a field. */
  function addBlocks(blocks: object): void {
    for (const [type, value] of Object.entries(blocks)) {
      const isEmpty = Array.isArray(value) && value.length === 0;
      if (!isEmpty) add(`blocks ${type}`, `blocks ${type}`, value);
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
