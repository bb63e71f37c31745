/** What is read from pages, counted against what was read from them before they were changed. */
export class Losses {
  private readonly rows = { before: 0, after: 0, kept: 0 };
  private readonly fields = new Map<string, { kept: number; all: number }>();
  /** Pages that were compared. */
  pages = 0;

  /** Adds a page: what was read from it as it was, and what is read from it now. */
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

  /** What the change takes: share of f1 for `rows`, of values for a field; only what is lost. */
  lost(): ReadonlyMap<string, number> {
    const { before, after, kept } = this.rows;
    const lost = new Map<string, number>();
    if (before + after > 0) lost.set('rows', 1 - (2 * kept) / (before + after));
    for (const [field, count] of this.fields) lost.set(field, 1 - count.kept / count.all);
    return new Map([...lost].filter(([, share]) => share > 0));
  }

  /** What the change takes beyond what a page may lose. */
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

/** Share of f1 that rows may lose by one change. */
const maxRows = 0.01;

/** Share of its values that a field may lose by one change. */
const maxFieldLoss = 0.03;

type Fields = Readonly<Record<string, unknown>>;
type Row = Fields & { readonly link: string };

function rowsOf(outcome: object): readonly Row[] {
  return 'organic_results' in outcome ? (outcome.organic_results as Row[]) : [];
}

function withoutPosition({ position: _, ...fields }: Row): Fields {
  return fields;
}

/** What is read once from a page, but for what its panel says. */
function pageFields(outcome: object): Fields {
  const { organic_results: _, knowledge_graph, ...fields } = outcome as Fields;
  return { state: 'results', ...fields, panel: knowledge_graph !== undefined };
}

function panelOf(outcome: object): { fields: Fields; facts: Fields } | undefined {
  if (!('knowledge_graph' in outcome)) return undefined;
  const { attributes = {}, ...fields } = outcome.knowledge_graph as Fields & { attributes?: Fields };
  return { fields, facts: attributes };
}

/** The longest run of rows that both lists have in the same order. */
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
