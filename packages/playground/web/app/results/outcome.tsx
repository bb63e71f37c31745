import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Service } from '../api/service.js';
import { lazyModule } from '../inspector/lazy-module.js';
import type { PageSource } from '../inspector/read.js';
import type { FinishedSearch, SearchState } from '../search/use-search.js';
import type { Navigate } from '../state/route.js';
import { TabPanel, Tabs } from '../ui/tabs.js';
import { type Answer, asAnswer, pageSourcesOf } from './answer.js';
import { CodeOfForm } from './code-view.js';
import { JsonView } from './json-view.js';
import type { LinkedItem, LinkedViewName, LinkedViewProps } from './linked.js';
import { OutcomeBody } from './outcome-body.js';
import { OutcomeHead } from './outcome-head.js';

interface OutcomeViewProps {
  done: FinishedSearch;
  searchState: SearchState;
  service: Service;
  navigate: Navigate;
}

/** The views that share the last column, by number of columns; the first columns have one view each. */
const shared = {
  1: ['results', 'page', 'json', 'code'],
  2: ['page', 'json', 'code'],
  3: ['json', 'code'],
} as const;

const labels = { results: 'Results', page: 'Page', json: 'JSON', code: 'Code' } as const;

/**
 * The outcome of a search in linked views: the page as shown by the engine, its rows and blocks, and the JSON. As many
 * as fit are side by side; the others are tabs.
 */
export function OutcomeView({ done, searchState, service, navigate }: OutcomeViewProps): JSX.Element {
  const [here, setHere] = useState<LinkedItem>();
  const onPoint = useCallback((path: string, from: LinkedViewName) => setHere({ path, from }), []);
  const pages = useMemo(() => pageSourcesOf(done), [done]);
  const isList = done.outcome.kind === 'answer' && asAnswer(done.outcome.body).suggestions === undefined;
  const hasPage = isList && done.request.operation.extras.includes('html'); // a search of several engines has none
  const columns = hasPage ? useColumns() : Math.min(2, useColumns());
  const names = shared[columns as 1 | 2 | 3].filter((name) => hasPage || name !== 'page');
  const [chosen, choose] = useState('results');
  const tab = names.find((name) => name === chosen) ?? (columns === 1 ? 'results' : 'json');
  const parts = { done, searchState, service, here, onPoint };
  const page = done.outcome.kind === 'answer' && (
    <PagePane answer={asAnswer(done.outcome.body)} pages={pages} here={here} onPoint={onPoint} />
  );
  const views: Record<(typeof names)[number], ComponentChildren> = {
    results: <OutcomeBody {...parts} />,
    page,
    json: <JsonPane {...parts} />,
    code: <CodeOfForm searchState={searchState} service={service} />,
  };
  return (
    <>
      <OutcomeHead done={done} searchState={searchState} pages={pages.length} navigate={navigate} />
      <div class={`panes panes-${columns}`}>
        {columns === 3 && (
          <section class="pane" aria-label="Page">
            <h2 class="pane-title">Page</h2>
            {page}
          </section>
        )}
        {columns > 1 && (
          <section class="pane" aria-label="Results">
            <h2 class="pane-title">{titleOf(done)}</h2>
            <div class="pane-body">{views.results}</div>
          </section>
        )}
        <section class="pane" aria-label={columns === 1 ? 'Views of the response' : 'Data'}>
          <Tabs
            id="answer"
            label="Views of the response"
            tabs={names.map((id) => ({ id, label: labels[id] }))}
            chosen={tab}
            onChoose={choose}
          />
          <TabPanel id="answer" chosen={tab} class={`pane-body is-${tab}`}>
            {views[tab]}
          </TabPanel>
        </section>
      </div>
    </>
  );
}

/** Title of the results column. */
function titleOf({ outcome }: FinishedSearch): string {
  if (outcome.kind === 'problem') return 'Error';
  return outcome.kind === 'answer' && asAnswer(outcome.body).suggestions === undefined ? 'Results' : 'Answer';
}

function JsonPane({ done, ...linked }: { done: FinishedSearch } & LinkedViewProps): JSX.Element {
  const { outcome } = done;
  if (outcome.kind !== 'answer' && outcome.kind !== 'problem') return <p class="hint">No JSON.</p>;
  return <JsonView value={outcome.body} {...linked} />;
}

/** The parsers are half of the code of the page, so they are loaded when a page is drawn. */
const loadLinkedPage = lazyModule(() => import('../inspector/linked-page.js'));

interface PagePaneProps extends LinkedViewProps {
  answer: Answer;
  /** The engine pages of the response. */
  pages: readonly PageSource[];
}

/** The page as shown by the engine, with highlighting linked to the other views. */
function PagePane({ answer, pages, ...linked }: PagePaneProps): JSX.Element {
  const [number, choose] = useState(0);
  const source = pages[number] ?? pages[0];
  const module = loadLinkedPage();
  if (source === undefined) {
    return (
      <div class="notice">
        <p>
          The response has no page. Turn on <b>html</b> under Options to see it here, next to the results.
        </p>
      </div>
    );
  }
  return (
    <div class="page-pane">
      {pages.length > 1 && (
        <label class="page-choice">
          Page{' '}
          <select value={number} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {pages.map(({ from }, index) => (
              <option key={from} value={index}>
                {index + 1} of {pages.length}
              </option>
            ))}
          </select>
        </label>
      )}
      {module === undefined ? (
        <p class="hint">Drawing the page …</p>
      ) : (
        <module.LinkedPage key={source.from} source={source} answer={answer} {...linked} />
      )}
    </div>
  );
}

/** Minimum widths for two and three columns, the same as in the style sheet. */
const limits = ['(min-width: 50rem)', '(min-width: 76rem)'] as const;

/** Number of columns that fit, 1 to 3. */
function useColumns(): number {
  const [count, setCount] = useState(countOf);
  useEffect(() => {
    const queries = limits.map((limit) => matchMedia(limit));
    const onChange = () => setCount(countOf());
    for (const query of queries) query.addEventListener('change', onChange);
    return () => {
      for (const query of queries) query.removeEventListener('change', onChange);
    };
  }, []);
  return count;
}

function countOf(): number {
  return 1 + limits.filter((limit) => matchMedia(limit).matches).length;
}
