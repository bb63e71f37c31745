/** Compares the readings of changed pages with those of the original pages. */
export class Losses {
  private readonly rows = { before: 0, after: 0, kept: 0 };
  private readonly fields = new Map<string, { kept: number; all: number }>();
  /** The number of compared pages. */
  pages = 0;

  /** Adds a page with its readings before and after the change. */
  add(before: object, after: object): void {
    this.pages++;
    const [rowsBefore, rowsAfter] = [rowsOf(before), rowsOf(after)];
    const pairs = pairedByLink(rowsBefore, rowsAfter);
    this.rows.before += rowsBefore.length;
    this.rows.after += rowsAfter.length;
    this.rows.kept += pairs.length;
    for (const [row, now] of pairs) this.compare(withoutPosition(row), withoutPosition(now));
    this.compare(pageFields(before), pageFields(after));
    const [panel, now] = [panelOf(before), panelOf(after)];
    if (panel === undefined || now === undefined) return;
    this.compare(panel.fields, now.fields, () => 'panel fields');
    this.compare(panel.facts, now.facts, () => 'panel attributes');
  }

  /** The losses: the share of the F1 score for `rows`, and the share of values for a field. Only positive ones. */
  lost(): ReadonlyMap<string, number> {
    const { before, after, kept } = this.rows;
    const lost = new Map<string, number>();
    if (before + after > 0) lost.set('rows', 1 - (2 * kept) / (before + after));
    for (const [field, count] of this.fields) lost.set(field, 1 - count.kept / count.all);
    return new Map([...lost].filter(([, share]) => share > 0));
  }

  /** The losses above the limits. */
  faults(): ReadonlyMap<string, number> {
    return new Map([...this.lost()].filter(([field, share]) => share > (field === 'rows' ? maxRows : maxFieldLoss)));
  }

  private compare(before: Fields, after: Fields, nameOf: (field: string) => string = (field) => field): void {
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const name = nameOf(field);
      const count = this.fields.get(name) ?? { kept: 0, all: 0 };
      this.fields.set(name, count);
      count.all++;
      if (JSON.stringify(before[field]) === JSON.stringify(after[field])) count.kept++;
    }
  }
}

/** The share of the F1 score that rows can lose by one change. */
const maxRows = 0.01;

/** The share of its values that a field can lose by one change. */
const maxFieldLoss = 0.03;

type Fields = Readonly<Record<string, unknown>>;
type Row = Fields & { readonly link: string };

function rowsOf(outcome: object): readonly Row[] {
  return 'organic_results' in outcome ? (outcome.organic_results as Row[]) : [];
}

function withoutPosition({ position: _, ...fields }: Row): Fields {
  return fields;
}

/** The fields that a page has once, without the fields of its panel. */
function pageFields(outcome: object): Fields {
  const { organic_results: _, knowledge_graph, ...fields } = outcome as Fields;
  return { state: 'results', ...fields, panel: knowledge_graph !== undefined };
}

function panelOf(outcome: object): { fields: Fields; facts: Fields } | undefined {
  if (!('knowledge_graph' in outcome)) return undefined;
  const { attributes = {}, ...fields } = outcome.knowledge_graph as Fields & { attributes?: Fields };
  return { fields, facts: attributes };
}

/** The longest common subsequence of rows, by link. */
function pairedByLink(before: readonly Row[], after: readonly Row[]): [Row, Row][] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const isSame = before[i]!.link === after[j]!.link;
      table[i]![j] = isSame ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  const pairs: [Row, Row][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i]!.link === after[j]!.link) pairs.push([before[i++]!, after[j++]!]);
    else if (table[i + 1]![j]! >= table[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}
