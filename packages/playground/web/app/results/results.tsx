import type { JSX } from 'preact';
import type { SearchState } from '../search/use-search.js';
import { counted } from '../state/history.js';
import type { Draft } from '../state/route.js';
import type { Answer } from './answer.js';
import { Blocks } from './blocks.js';
import { Pager } from './pager.js';
import { PanelCard } from './panel-card.js';
import { Queries } from './queries.js';
import { Rows } from './rows.js';

interface ResultsProps {
  answer: Answer;
  /** The search that it answers. */
  draft: Draft;
  search: SearchState;
  onShow: (path: string) => void;
}

/** An answer as a person would see it. */
export function Results({ answer, draft, search, onShow }: ResultsProps): JSX.Element {
  const { organic_results: rows, suggestions, related_searches: related = [], pagination } = answer;
  const askFor = (query: string, operation: string) => {
    search.run({ ...draft, operation, values: { ...draft.values, query, page: '' } });
  };
  if (suggestions !== undefined) {
    const operation = draft.operation.replace(/\.\w+$/, '.search');
    const values = suggestions.map(({ value }) => value);
    return (
      <>
        <Found text={counted(values.length, 'suggestion')} />
        <Queries title="Search for one" queries={values} onQuery={(query) => askFor(query, operation)} />
      </>
    );
  }
  const toPage = (page: number) => search.run({ ...draft, values: { ...draft.values, page: String(page) } });
  return (
    <>
      <Found text={foundText(answer)} />
      {answer.knowledge_graph && <PanelCard panel={answer.knowledge_graph} />}
      {rows?.length === 0 && <Nothing answer={answer} />}
      {rows && <Rows rows={rows} onShow={onShow} />}
      {pagination && <Pager pagination={pagination} onPage={toPage} />}
      {pagination === undefined && rows !== undefined && (
        <PlainPager current={Math.max(1, Number(draft.values.page || 1))} onPage={toPage} />
      )}
      {related.length > 0 && (
        <Queries
          title="Related searches"
          queries={related.map(({ query }) => query)}
          onQuery={(query) => askFor(query, draft.operation)}
        />
      )}
      {answer.blocks && <Blocks blocks={answer.blocks} />}
    </>
  );
}

function Found({ text }: { text: string }): JSX.Element {
  return (
    <h2 class="found">
      <span role="status">{text}</span>
    </h2>
  );
}

function foundText({ organic_results: rows = [], search_information: information }: Answer): string {
  const total = information?.total_results;
  const of = typeof total === 'number' && total > rows.length ? ` of about ${total.toLocaleString('en')}` : '';
  return `${counted(rows.length, 'result')}${of}`;
}

/** An empty list is an answer; why it is one is said by the state of the page. */
function Nothing({ answer }: { answer: Answer }): JSX.Element {
  const isAsked = answer.metadata?.engine_url !== null;
  return (
    <div class="notice">
      <h2>Nothing found</h2>
      <p>
        {isAsked
          ? 'The page says that there is nothing for this query. That is an answer, not a fault: write the query otherwise, or take filters out.'
          : 'The engine has no page of this number, so that it was not asked. Go back to an earlier page.'}
      </p>
    </div>
  );
}

/** For operations whose answers name no pages. */
function PlainPager({ current, onPage }: { current: number; onPage: (page: number) => void }): JSX.Element {
  return <Pager pagination={{ current, other_pages: [], has_next_page: true, next: current + 1 }} onPage={onPage} />;
}
