import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { Service } from '../api/service.js';
import { pagesOf } from '../inspector/pages-of.js';
import type { Done, SearchState } from '../search/use-search.js';
import type { Go } from '../state/use-route.js';
import { TabPanel, Tabs } from '../ui/tabs.js';
import { useColumns } from '../ui/use-columns.js';
import { answerOf } from './answer.js';
import { CodeOfForm } from './code-of-form.js';
import type { Here, Linked, ViewName } from './here.js';
import { JsonView } from './json-view.js';
import { OutcomeHead } from './outcome-head.js';
import { PagePane } from './page-pane.js';
import { Shown } from './shown.js';

interface OutcomeProps {
  done: Done;
  search: SearchState;
  service: Service;
  go: Go;
}

/** The views that share a column, by how many columns there are; the first columns have one view each. */
const shared = {
  1: ['results', 'page', 'json', 'code'],
  2: ['page', 'json', 'code'],
  3: ['json', 'code'],
} as const;

const labels = { results: 'Results', page: 'Page', json: 'JSON', code: 'Code' } as const;

/**
 * What came of a search, in views that are linked: the page as the engine showed it, its rows and blocks, the JSON. As
 * many stand beside each other as there is room for; the others are tabs.
 */
export function Outcome({ done, search, service, go }: OutcomeProps): JSX.Element {
  const [here, setHere] = useState<Here>();
  const onPoint = useCallback((path: string, from: ViewName) => setHere({ path, from }), []);
  const pages = useMemo(() => pagesOf(done), [done]);
  const isAnswer = done.outcome.kind === 'answer' && answerOf(done.outcome.body).suggestions === undefined;
  const columns = isAnswer ? useColumns() : Math.min(2, useColumns());
  const names = shared[columns as 1 | 2 | 3].filter((name) => isAnswer || name !== 'page');
  const [chosen, choose] = useState('results');
  const tab = names.find((name) => name === chosen) ?? (columns === 1 ? 'results' : 'json');
  const parts = { done, search, service, here, onPoint };
  const page = done.outcome.kind === 'answer' && (
    <PagePane answer={answerOf(done.outcome.body)} pages={pages} here={here} onPoint={onPoint} />
  );
  const views: Record<(typeof names)[number], ComponentChildren> = {
    results: <Shown {...parts} />,
    page,
    json: <JsonPane {...parts} />,
    code: <CodeOfForm search={search} service={service} />,
  };
  return (
    <>
      <OutcomeHead done={done} search={search} pages={pages.length} go={go} />
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
        <section class="pane" aria-label={columns === 1 ? 'Views of the answer' : 'Data'}>
          <Tabs
            id="answer"
            label="Forms of the answer"
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

/** What the column of results is called. */
function titleOf({ outcome }: Done): string {
  if (outcome.kind === 'problem') return 'Error';
  return outcome.kind === 'answer' && answerOf(outcome.body).suggestions === undefined ? 'Results' : 'Answer';
}

function JsonPane({ done, ...linked }: { done: Done } & Linked): JSX.Element {
  const { outcome } = done;
  if (outcome.kind !== 'answer' && outcome.kind !== 'problem') return <p class="hint">There is no JSON.</p>;
  return <JsonView value={outcome.body} {...linked} />;
}
