import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SearchState } from '../search/use-search.js';
import { formatCount } from '../state/history.js';
import type { Draft } from '../state/route.js';
import { type Answer, rowsOf } from './answer.js';
import { BlockCard, PanelCard } from './blocks.js';
import { entriesOf, pathsOf, type ResultEntry } from './entries.js';
import { type LinkedItem, type LinkedViewProps, linkedElementProps, nextByKey } from './linked.js';
import { RowCard } from './rows.js';
import { ElementStrip } from './strip.js';

interface ResultsViewProps extends LinkedViewProps {
  answer: Answer;
  /** The search of the response. */
  draft: Draft;
  searchState: SearchState;
}

/** A response as shown on the page: rows and blocks in page order. */
export function ResultsView({ answer, draft, searchState, ...linked }: ResultsViewProps): JSX.Element {
  const { suggestions, related_searches: related = [] } = answer;
  const askFor = (query: string, operation: string) => {
    const include = operation === draft.operation ? draft.include : undefined;
    searchState.run({ ...draft, operation, include, values: { ...draft.values, query, page: '' } });
  };
  if (suggestions !== undefined) {
    const operation = draft.operation.replace(/\.\w+$/, '.search');
    const values = suggestions.map(({ value }) => value);
    return (
      <>
        <Found text={formatCount(values.length, 'suggestion')} />
        <Queries title="Search for one" queries={values} onQuery={(query) => askFor(query, operation)} />
      </>
    );
  }
  const toPage = (page: number) => searchState.run({ ...draft, values: { ...draft.values, page: String(page) } });
  return (
    <>
      {rowsOf(answer)?.rows.length === 0 ? <Nothing answer={answer} /> : <Found text={foundText(answer)} />}
      <Failures answer={answer} />
      <Entries answer={answer} {...linked} />
      <Pages answer={answer} draft={draft} onPage={toPage} />
      {related.length > 0 && (
        <Queries
          title="Related searches"
          queries={related.map(({ query }) => query)}
          onQuery={(query) => askFor(query, draft.operation)}
        />
      )}
    </>
  );
}

/** The list that the arrow keys move through. */
function Entries({ answer, here, onPoint }: { answer: Answer } & LinkedViewProps): JSX.Element {
  const entries = entriesOf(answer);
  const list = useFollowed(here);
  const paths = pathsOf(entries);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextByKey(event, paths, here?.path);
    if (next === undefined) return;
    event.preventDefault();
    onPoint(next, 'results');
    list.current?.querySelector(`[data-here="${CSS.escape(next)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div class="entries-with-strip">
      {answer.elements && <ElementStrip elements={answer.elements} here={here} onPoint={onPoint} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the list */}
      {/* biome-ignore lint/a11y/useSemanticElements: rows are not form controls */}
      <div class="entries" ref={list} tabIndex={0} role="group" aria-label="Rows and blocks" onKeyDown={onKeyDown}>
        {entries.map((entry) => (
          <EntryCard key={entry.path} entry={entry} answer={answer} here={here} onPoint={onPoint} />
        ))}
      </div>
    </div>
  );
}

function EntryCard({
  entry,
  answer,
  ...linked
}: { entry: ResultEntry; answer: Answer } & LinkedViewProps): JSX.Element | null {
  if (entry.kind === 'block') return <BlockCard entry={entry} {...linked} />;
  if (entry.kind === 'row') {
    const sitelinks = sitelinksOf(answer, entry.row.position);
    return <RowCard row={entry.row} path={entry.path} sitelinks={sitelinks} {...linked} />;
  }
  if (answer.knowledge_graph === undefined) return null;
  return (
    <div {...linkedElementProps(entry.path, linked)}>
      <PanelCard panel={answer.knowledge_graph} />
    </div>
  );
}

/** Scrolls to the entry highlighted in another view. */
function useFollowed(here: LinkedItem | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (here === undefined || here.from === 'results') return;
    list.current?.querySelector(`[data-here="${CSS.escape(here.path)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return list;
}

function sitelinksOf({ blocks }: Answer, position: number): readonly { title: string; link: string }[] {
  const all = (blocks?.sitelinks ?? []) as { position: number; links: { title: string; link: string }[] }[];
  return all.find((one) => one.position === position)?.links ?? [];
}

function Found({ text }: { text: string }): JSX.Element {
  return (
    <h2 class="found">
      <span role="status">{text}</span>
    </h2>
  );
}

/** The engines that failed in a search of several. */
function Failures({ answer }: { answer: Answer }): JSX.Element | null {
  const failed = Object.entries(answer.engines ?? {}).filter(
    ([, { state }]) => state !== 'results' && state !== 'no_results',
  );
  if (failed.length === 0) return null;
  return <p class="hint">Without {failed.map(([engine, { state }]) => `${engine} (${state})`).join(', ')}.</p>;
}

function foundText(answer: Answer): string {
  const rows = rowsOf(answer)?.rows ?? [];
  const total = answer.search_information?.total_results;
  const of = typeof total === 'number' && total > rows.length ? ` of about ${total.toLocaleString('en')}` : '';
  return `${formatCount(rows.length, 'result')}${of}`;
}

/** An empty list is a valid response; the page state explains why it is empty. */
function Nothing({ answer }: { answer: Answer }): JSX.Element {
  const isAsked = answer.metadata?.engine_url !== null;
  return (
    <div class="notice" role="status">
      <h2>No results</h2>
      <p>
        {isAsked
          ? 'The page says that there are no results for this query. This is not an error: rephrase the query, or remove filters.'
          : 'The engine has no page with this number, so no request was sent. Go back to an earlier page.'}
      </p>
    </div>
  );
}

/** No pager below an empty first page. */
function Pages({ answer, draft, onPage }: { answer: Answer; draft: Draft; onPage: (page: number) => void }) {
  const { pagination } = answer;
  const rows = rowsOf(answer)?.rows;
  const current = Math.max(1, Number(draft.values.page || 1));
  if (rows === undefined || (rows.length === 0 && current === 1)) return null;
  const plain = { current, other_pages: [], has_next_page: rows.length > 0, next: current + 1 };
  return <Pager pagination={pagination ?? plain} onPage={onPage} />;
}

interface QueriesProps {
  title: string;
  queries: readonly string[];
  onQuery: (query: string) => void;
}

/** Other queries as links. */
function Queries({ title, queries, onQuery }: QueriesProps): JSX.Element {
  return (
    <section class="queries" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {queries.map((query, index) => (
          <li key={`${index} ${query}`}>
            <button type="button" class="chip" dir="auto" onClick={() => onQuery(query)}>
              {query}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PagerProps {
  pagination: NonNullable<Answer['pagination']>;
  onPage: (page: number) => void;
}

const most = 10;

/** Links to the other pages of the engine. */
function Pager({ pagination, onPage }: PagerProps): JSX.Element {
  const { current, other_pages: others, next, has_next_page: hasNext } = pagination;
  const pages = [...new Set([...others, current])].sort((one, other) => one - other);
  const from = Math.max(0, Math.min(pages.indexOf(current) - most / 2, pages.length - most));
  return (
    <nav class="pager" aria-label="Pages of results">
      <button type="button" disabled={current <= 1} onClick={() => onPage(current - 1)}>
        ‹ <span>Previous</span>
      </button>
      {pages.slice(from, from + most).map((page) => (
        <button
          type="button"
          key={page}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
        >
          {page}
        </button>
      ))}
      <button type="button" disabled={!hasNext} onClick={() => onPage(next ?? current + 1)}>
        <span>Next</span> ›
      </button>
    </nav>
  );
}
