import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import type { Answer } from '../results/answer.js';
import { entriesOf, itemPath, pathsOf, titleOf } from '../results/entries.js';
import type { LinkedViewProps } from '../results/linked.js';
import { type PageMark, pageMarksOf } from './marks.js';
import { PageFrame } from './page-frame.js';
import { pathsOfTexts, type SafePage, sanitizePage } from './page-tree.js';
import { type PageSource, parsePage } from './read.js';

interface LinkedPageProps extends LinkedViewProps {
  answer: Answer;
  source: PageSource;
}

/** A page of the engine, whose rows and blocks are linked to those of the response. */
export function LinkedPage({ answer, source, here, onPoint }: LinkedPageProps): JSX.Element {
  const page = useMemo(() => sanitizePage(source.html), [source]);
  const marks = useMemo(() => {
    const rows = rowMarks(answer, source);
    return [...rows, ...blockMarks(answer, page, rows)];
  }, [answer, source, page]);
  const order = useMemo(() => orderOf(answer, marks), [answer, marks]);
  const point = useCallback((id: string | undefined) => id !== undefined && onPoint(id, 'page'), [onPoint]);
  const choose = useCallback((ids: readonly string[]) => ids[0] !== undefined && onPoint(ids[0], 'page'), [onPoint]);
  const parts = { page, marks, order, here: here?.path };
  return <PageFrame {...parts} isStyled onChoose={choose} onPoint={point} />;
}

/** Everything with a place on the page, in the order of the response. */
function orderOf(answer: Answer, marks: readonly PageMark[]): string[] {
  const placed = new Set(marks.map(({ id }) => id));
  return pathsOf(entriesOf(answer)).filter((path) => placed.has(path));
}

/** Each row of the response, with the element around all its values on the page. */
function rowMarks(answer: Answer, source: PageSource): PageMark[] {
  const reading = parsePage(source);
  if (reading.kind !== 'result') return [];
  const { rows } = pageMarksOf(reading.result, reading.diagnostics);
  const links = (reading.result.organic_results ?? []) as { link: string }[];
  const free = new Map<string, number[]>();
  for (const [index, { link }] of (answer.organic_results ?? []).entries()) {
    free.set(link, [...(free.get(link) ?? []), index]);
  }
  return rows.flatMap(({ number, fields }): PageMark[] => {
    const index = number === 0 ? undefined : free.get(links[number - 1]?.link ?? '')?.shift();
    const path = commonPath(fields.flatMap((field) => field.path ?? []));
    return index === undefined || path === '' ? [] : [{ id: `organic_results.${index}`, kind: 'linked', path }];
  });
}

/** Items of blocks, found by their titles, excluding places within rows. */
function blockMarks(answer: Answer, page: SafePage, rows: readonly PageMark[]): PageMark[] {
  const titles = new Map<string, string[]>();
  const note = (title: string, id: string) => titles.set(title, [...(titles.get(title) ?? []), id]);
  for (const entry of entriesOf(answer)) {
    if (entry.kind === 'block') {
      for (const [index, item] of entry.items.entries())
        note(titleOf(item).replace(/\s+/g, ' '), itemPath(entry, index));
    }
    if (entry.kind === 'panel') note(answer.knowledge_graph?.title ?? '', entry.path);
  }
  const places = pathsOfTexts(page, new Set(titles.keys()));
  return [...titles].flatMap(([title, ids]) => {
    const all = places.get(title) ?? [];
    const apart = all.filter((path) => !rows.some((row) => `${path}>`.startsWith(`${row.path}>`)));
    const own = apart.length > 0 ? apart : all;
    return ids.flatMap((id, index): PageMark[] => {
      const path = own[index] ?? own.at(-1);
      return path === undefined ? [] : [{ id, kind: 'linked', path }];
    });
  });
}

/** The path of the nearest common ancestor of all paths; '' if there is none. */
export function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('>'));
  let length = first.length;
  for (const steps of others) {
    while (length > 0 && first.slice(0, length).join('>') !== steps.slice(0, length).join('>')) length--;
  }
  return first.slice(0, length).join('>');
}
