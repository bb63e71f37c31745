import type { JsonObject } from '../api/request.js';
import { type Answer, type ResultRow, rowsOf } from './answer.js';

/** An entry of the page, in page order, with its path in the JSON. */
export type ResultEntry =
  | { kind: 'row'; path: string; row: ResultRow }
  | { kind: 'panel'; path: string }
  | { kind: 'block'; path: string; name: string; items: readonly JsonObject[]; isList: boolean };

/** Blocks shown above the rows. */
const above = ['spelling', 'ads', 'shopping', 'ai_overview', 'answer', 'featured_snippet', 'knowledge_graph'];

/** Names of blocks for element types with another name. */
const blockOfType: Readonly<Record<string, string>> = {
  ad: 'ads',
  video: 'videos',
  image: 'images',
  product: 'shopping',
};

/** The rows, blocks and the panel of a response in page order; sitelinks belong to their row. */
export function entriesOf(answer: Answer): ResultEntry[] {
  const { name, rows: list } = rowsOf(answer) ?? { name: '', rows: [] };
  const rows = list.map((row, index): ResultEntry => ({ kind: 'row', path: `${name}.${index}`, row }));
  const blocks = blocksOf(answer);
  const panel: ResultEntry[] = answer.knowledge_graph ? [{ kind: 'panel', path: 'knowledge_graph' }] : [];
  if (Array.isArray(answer.elements)) return inPageOrder([...panel, ...rows, ...blocks], answer.elements);
  const isAbove = (entry: ResultEntry) => entry.kind === 'block' && above.includes(entry.name);
  return [...blocks.filter(isAbove), ...panel, ...rows, ...blocks.filter((entry) => !isAbove(entry))];
}

function blocksOf({ blocks = {} }: Answer): ResultEntry[] {
  return Object.entries(blocks).flatMap(([name, block]): ResultEntry[] => {
    const items = [block].flat().filter((item): item is JsonObject => typeof item === 'object' && item !== null);
    if (items.length === 0 || name === 'sitelinks') return [];
    return [{ kind: 'block', path: `blocks.${name}`, name, items, isList: Array.isArray(block) }];
  });
}

/** An entry has the position of the first element of its kind; entries without element come last. */
function inPageOrder(entries: readonly ResultEntry[], elements: NonNullable<Answer['elements']>): ResultEntry[] {
  const rankOf = (entry: ResultEntry): number => {
    const found = elements.find(({ type, position }) =>
      entry.kind === 'row'
        ? position === entry.row.position
        : (blockOfType[type] ?? type) === (entry.kind === 'panel' ? 'knowledge_graph' : entry.name),
    );
    return found?.rank ?? Number.POSITIVE_INFINITY;
  };
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .sort((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
    .map(({ entry }) => entry);
}

/** The paths of everything that can be highlighted, in page order: entries, and the items of blocks. */
export function pathsOf(entries: readonly ResultEntry[]): string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'block' ? entry.items.map((_, index) => itemPath(entry, index)) : [entry.path],
  );
}

/** The path of an item of a block; that of a block which is not a list is the path of the block. */
export function itemPath({ path, isList }: Extract<ResultEntry, { kind: 'block' }>, index: number): string {
  return isList ? `${path}.${index}` : path;
}

/** The title of an item: its title, question, name or text. */
export function titleOf(item: JsonObject): string {
  for (const name of ['title', 'question', 'name', 'query', 'text']) {
    const value = item[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

const names: Readonly<Record<string, string>> = {
  ads: 'Ads',
  shopping: 'Products',
  ai_overview: 'AI overview',
  faq: 'Questions',
  featured_snippet: 'Featured snippet',
  local_results: 'Places',
  people_also_ask: 'People also ask',
  twitter: 'Posts',
};

/** The name of a block as a heading. */
export function blockTitle(name: string): string {
  const words = name.replaceAll('_', ' ');
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
