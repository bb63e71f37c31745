/** A row of one engine, in SearXNG's words. */
export interface SearxngRow {
  engine: string;
  category: string;
  template: string;
  /** From 1, on every page. */
  position: number;
  url: string;
  title: string;
  content: string;
  /** Members that only some kinds of rows have. */
  more: Readonly<Record<string, unknown>>;
}

/** A row of the answer. */
export interface MergedRow extends Omit<SearxngRow, 'position'> {
  engines: string[];
  positions: number[];
  score: number;
}

/** Of rows with the same category and template, so many are put together, each at most so many places further up. */
const [groupSize, groupReach] = [8, 20];

/**
 * Joins rows as SearXNG does (`searx/results.py`, 9fea412): the same target is one row with the longest title and content;
 * its score is the sum over its positions of `count / position`; rows are ordered by it, then grouped by category.
 */
export function mergeRows(rows: readonly SearxngRow[]): MergedRow[] {
  const merged = new Map<string, MergedRow>();
  for (const { position, ...row } of rows) {
    const key = keyOf(row);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...row, engines: [row.engine], positions: [position], score: 0 });
    else mergeInto(known, { ...row, position });
  }
  const list = [...merged.values()];
  for (const row of list) row.score = scoreOf(row.positions);
  return grouped(list.sort((one, other) => other.score - one.score));
}

/** Weight 1 for every engine: the number of positions times the sum of their reciprocals. */
function scoreOf(positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + positions.length / position, 0);
}

/** The scheme does not count; `www.` and a final slash do. */
function keyOf({ template, url }: Pick<SearxngRow, 'template' | 'url'>): string {
  return `${template}|${url.replace(/^https?:/i, '')}`;
}

function mergeInto(known: MergedRow, row: SearxngRow): void {
  if (row.title.length > known.title.length) known.title = row.title;
  if (row.content.length > known.content.length) known.content = row.content;
  if (known.url.startsWith('http:') && row.url.startsWith('https:')) known.url = row.url;
  known.more = { ...row.more, ...withoutEmpty(known.more) };
  if (!known.engines.includes(row.engine)) known.engines.push(row.engine);
  known.positions.push(row.position);
}

function withoutEmpty(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '' && value !== null));
}

interface Group {
  index: number;
  left: number;
}

function grouped(rows: readonly MergedRow[]): MergedRow[] {
  const placed: MergedRow[] = [];
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const name = `${row.category}:${row.template}`;
    const group = groups.get(name);
    if (group !== undefined && group.left > 0 && placed.length - group.index < groupReach) {
      placed.splice(group.index, 0, row);
      for (const other of groups.values()) if (other.index >= group.index) other.index += 1;
      group.left -= 1;
    } else {
      placed.push(row);
      groups.set(name, { index: placed.length, left: groupSize });
    }
  }
  return placed;
}
