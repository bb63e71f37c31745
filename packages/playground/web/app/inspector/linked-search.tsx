import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Waiting } from '../results/waiting.js';
import type { SearchState } from '../search/use-search.js';
import { type Draft, writeRoute } from '../state/route.js';

interface LinkedSearchProps {
  /** The search that the address names. */
  draft: Draft;
  search: SearchState;
  /** Whether engines are simulated: then the search costs nothing, and gives everybody the same page. */
  isSimulated: boolean;
}

/** The address names a search whose page is to be inspected: it is made here, at once or when somebody wants it. */
export function LinkedSearch({ draft, search, isSimulated }: LinkedSearchProps): JSX.Element {
  const { since, done } = search;
  const isDone = done !== undefined && isSame(done.asked.draft, draft);
  const run = () => search.run(draft, 'inspect');
  useEffect(() => {
    if (isSimulated && !isDone && since === undefined) run();
  }, []);
  if (since !== undefined) return <Waiting since={since} draft={search.draft} onCancel={search.cancel} />;
  const { operation, values } = draft;
  return (
    <div class="notice">
      <h2>{isDone ? 'The search came without a page' : 'A page to search for'}</h2>
      <p>
        The link names {operation} for “{values.query}”.{' '}
        {isDone
          ? 'It failed, or asked for no page: the search has the details.'
          : 'The engine may give you another page than the one that was shared.'}
      </p>
      {isDone ? (
        <a href={writeRoute({ view: 'search', draft })}>See what came of it</a>
      ) : (
        <button type="button" class="primary" onClick={run}>
          Search and inspect
        </button>
      )}
    </div>
  );
}

/** Whether two drafts are the same search. */
export function isSame(one: Draft, other: Draft): boolean {
  return writeRoute({ view: 'search', draft: one }) === writeRoute({ view: 'search', draft: other });
}
