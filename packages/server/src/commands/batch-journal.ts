import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../files/small-files.js';
import type { RequestedExtras } from '../operations/extract.js';
import type { BatchSearch } from './batch-input.js';

/** A line of a file of answers. */
export interface JournalLine {
  id: string;
  /** The search that was answered: the answer only counts for the same search. */
  search: Readonly<Record<string, unknown>>;
  status: number;
  body: Readonly<Record<string, unknown>>;
}

/** A search as its line in the file of answers repeats it. */
export function toJournalSearch(
  { endpoint, body }: Pick<BatchSearch, 'endpoint' | 'body'>,
  { include, extract }: RequestedExtras,
): JournalLine['search'] {
  return {
    operation: endpoint.name,
    ...body,
    ...(include.length > 0 && { include: include.join(',') }),
    ...(extract && { extract: extract.pages, extract_chars: extract.maxChars }),
    ...(extract?.format && { extract_format: extract.format }),
  };
}

/**
 * Reads the answers to these searches from a file and removes all other lines: failed searches, searches that have been
 * removed or edited, and an incomplete line of a run that was killed.
 */
export async function readAndPruneJournal(
  file: string,
  searches: readonly BatchSearch[],
  extras: RequestedExtras,
): Promise<Map<string, JournalLine>> {
  const text = await readFileIfExists(file);
  if (text === undefined) return new Map();
  const asked = new Map(searches.map((search) => [search.id, keyOf(toJournalSearch(search, extras))]));
  const lines = text.split('\n').filter((line) => line !== '');
  const kept = new Map<string, JournalLine>();
  for (const line of lines.map(lineIn)) {
    if (line !== undefined && line.status === 200 && asked.get(line.id) === keyOf(line.search)) kept.set(line.id, line);
  }
  if (kept.size < lines.length || !text.endsWith('\n')) {
    await writeFileAtomically(file, [...kept.values()].map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  return kept;
}

/** The same for equal searches, whatever the order of their parameters. */
function keyOf(search: JournalLine['search']): string {
  return JSON.stringify(Object.entries(search).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function lineIn(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text) as Partial<JournalLine> | null;
    const isLine = typeof line?.id === 'string' && typeof line.status === 'number' && typeof line.search === 'object';
    return isLine ? (line as JournalLine) : undefined;
  } catch {
    return undefined; // incomplete: the run was killed
  }
}

/** The text of a file; undefined if it does not exist. */
export async function readFileIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
