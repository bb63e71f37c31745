import type { JSX } from 'preact';
import type { Service } from '../api/service.js';
import { Outcome } from '../results/outcome.js';
import { Skeleton } from '../results/skeleton.js';
import { Waiting } from '../results/waiting.js';
import { Welcome } from '../results/welcome.js';
import type { Go } from '../state/use-route.js';
import { useShortcuts } from '../state/use-shortcuts.js';
import { Form } from './form.js';
import type { SearchState } from './use-search.js';

interface SearchViewProps {
  service: Service;
  search: SearchState;
  go: Go;
}

/** The form, and below it what came of the last search. */
export function SearchView({ service, search, go }: SearchViewProps): JSX.Element {
  const { since, done, cancel } = search;
  useShortcuts({
    '/': () => document.getElementById('field-query')?.focus(),
    Escape: () => cancel(),
    '[': () => step(search, -1),
    ']': () => step(search, 1),
  });
  return (
    <div class="search-view">
      <Form description={service.description} search={search} isStartKey={isStartKey(service, search)} />
      <section class="outcome" aria-label="Answer">
        {since !== undefined && <Waiting since={since} draft={search.draft} onCancel={cancel} />}
        {since !== undefined && done === undefined && <Skeleton />}
        {since === undefined && done === undefined && <Welcome search={search} service={service} />}
        {done !== undefined && (
          <div class={since === undefined ? '' : 'stale'} inert={since !== undefined}>
            <Outcome done={done} search={search} service={service} go={go} />
          </div>
        )}
      </section>
    </div>
  );
}

function isStartKey({ startKey }: Service, { key }: SearchState): boolean {
  return startKey !== undefined && key === startKey;
}

/** The page before or after the one that is shown, where the answer says that there is one. */
function step(search: SearchState, by: 1 | -1): void {
  const { done } = search;
  if (done?.outcome.kind !== 'answer' || search.since !== undefined) return;
  const pager = done.outcome.body.pagination as { current?: number; has_next_page?: boolean } | undefined;
  const current = pager?.current ?? Math.max(1, Number(done.asked.draft.values.page ?? 1));
  const next = current + by;
  if (next < 1 || (by === 1 && pager?.has_next_page === false)) return;
  search.run({ ...done.asked.draft, values: { ...done.asked.draft.values, page: String(next) } });
}
