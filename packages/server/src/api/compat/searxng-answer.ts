import { errorKinds } from '../../errors/kinds.js';
import type { EngineOutcome } from '../ask-engines.js';
import type { NativeJson } from '../native-api.js';

/** Formats the outcomes of engines as an answer of SearXNG. It always has all six lists, because clients read their lengths. */
export function searxngAnswer(
  query: string,
  outcomes: ReadonlyMap<string, EngineOutcome>,
  { unknown, categoryOf }: { unknown: readonly string[]; categoryOf: (engine: string) => string },
): object {
  const answers = [...outcomes].flatMap(([engine, { answer }]) =>
    answer === undefined ? [] : [{ engine, body: answer.body as NativeJson }],
  );
  const failed = [...outcomes].flatMap(([engine, { error }]) =>
    error ? [[engine, errorKinds[error.code].searxng ?? 'error']] : [],
  );
  const spelling = answers.map(({ body }) => body.blocks?.spelling?.query).filter(Boolean);
  const related = answers.flatMap(({ body }) => body.related_searches ?? []).map(({ query }: NativeJson) => query);
  const [total = 0] = answers.map(({ body }) => body.search_information?.total_results ?? 0);
  return {
    query,
    number_of_results: total,
    results: mergeRows(answers.flatMap(({ engine, body }) => rowsOf(engine, categoryOf(engine), body))).map(shown),
    answers: [], // clients return the first one instead of all results
    corrections: [...new Set(spelling)],
    infoboxes: answers.flatMap(({ engine, body }) =>
      body.knowledge_graph ? [infobox(body.knowledge_graph, engine)] : [],
    ),
    suggestions: [...new Set(related)],
    unresponsive_engines: [...failed, ...unknown.map((name) => [name, 'not offered here'])].sort(),
  };
}

function rowsOf(engine: string, category: string, body: NativeJson): SearxngRow[] {
  const isVideo = category === 'videos';
  return body.organic_results.map((row: NativeJson) => ({
    engine,
    category,
    template: isVideo ? 'videos.html' : 'default.html',
    position: row.position,
    url: row.link,
    title: row.title,
    content: row.snippet === row.title ? '' : row.snippet,
    more: { publishedDate: absoluteDate(row.date), ...(isVideo && videoOf(row)) },
  }));
}

/** ISO date of an absolute date; null for "3 days ago", which depends on when the page was created. */
function absoluteDate(date: string | undefined): string | null {
  if (date === undefined || !/\b\d{4}\b/.test(date) || /\bago\b/i.test(date)) return null;
  const time = Date.parse(`${date} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 19);
}

function videoOf({ duration, channel, video_id }: NativeJson): object {
  const parts = String(duration).split(':').map(Number);
  return {
    ...(duration !== '' && { length: parts.reduce((sum: number, part: number) => 60 * sum + part, 0) }),
    ...(channel !== '' && { author: channel }),
    ...(video_id !== null && { iframe_src: `https://www.youtube-nocookie.com/embed/${video_id}` }),
  };
}

function shown({ more, positions, score, ...row }: MergedRow): object {
  const { publishedDate, ...rest } = more;
  const { url, title, content, engine, engines, category, template } = row;
  return {
    ...{ url, title, content, engine, engines, category, template },
    parsed_url: parsedUrl(url),
    positions,
    score,
    publishedDate,
    pubdate: publishedDate ?? null,
    ...{ thumbnail: '', img_src: '', priority: '' },
    ...rest,
  };
}

/** Splits a URL as `urlparse` of Python does: scheme, host, path, path parameters, query, fragment. */
function parsedUrl(url: string): string[] {
  const [, scheme = '', host = '', path = '', params = '', query = '', fragment = ''] =
    /^(\w+):\/\/([^/?#;]*)([^?#;]*)(?:;([^?#]*))?(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  return [scheme, host, path, params, query, fragment];
}

function infobox({ title, description, website, attributes = {} }: NativeJson, engine: string): object {
  return {
    infobox: title,
    id: website ?? title,
    content: description ?? '',
    urls: website === undefined ? [] : [{ title: title, url: website }],
    attributes: Object.entries(attributes).map(([label, value]) => ({ label, value })),
    engine,
    engines: [engine],
  };
}

/** A row of one engine with the names of SearXNG. */
interface SearxngRow {
  engine: string;
  category: string;
  template: string;
  /** From 1 on every page. */
  position: number;
  url: string;
  title: string;
  content: string;
  /** Members that only some kinds of rows have. */
  more: Readonly<Record<string, unknown>>;
}

/** A row of the answer. */
interface MergedRow extends Omit<SearxngRow, 'position'> {
  engines: string[];
  positions: number[];
  score: number;
}

/** Maximum number of rows with the same category and template in a group, and of places that a row moves up to join it. */
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

/** The number of positions times the sum of their reciprocals; every engine has weight 1. */
function scoreOf(positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + positions.length / position, 0);
}

/** Identifies a target. The scheme is ignored; `www.` and a final slash are not. */
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
