import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Service } from '../api/service.js';
import { pageSourcesOf } from '../results/answer.js';
import { WaitingView } from '../results/waiting.js';
import type { SearchState } from '../search/use-search.js';
import { type Draft, writeRoute } from '../state/route.js';
import { lazyModule } from './lazy-module.js';
import type { PageSource } from './read.js';
import { decodeFile, SourceBar } from './source-bar.js';

/** The parsers are half of the code of the page, so they are loaded when needed. */
const loadInspection = lazyModule(() => import('./inspection.js'));

interface InspectorViewProps {
  service: Service;
  searchState: SearchState;
  /** The search in the URL, whose page is to be shown. */
  draft: Draft | undefined;
}

/** A page beside the result of parsing it. */
export function InspectorView({ service, searchState, draft }: InspectorViewProps): JSX.Element {
  const pages = useMemo(() => pageSourcesOf(searchState.done), [searchState.done]);
  const isShown =
    draft === undefined || (searchState.done !== undefined && isSame(searchState.done.request.draft, draft));
  const [source, setSource] = useState<PageSource | undefined>(isShown ? pages[0] : undefined);
  const [isOver, setOver] = useState(false);
  const module = loadInspection();
  useEffect(() => {
    if (draft !== undefined) setSource(isShown ? pages[0] : undefined);
  }, [draft, pages]);
  useEffect(() => {
    document.getElementById('inspection')?.focus();
  }, [source]);
  const isSimulated = service.words.length > 0;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    const operation = source?.operation ?? searchState.draft.operation;
    if (file !== undefined) void decodeFile(file).then((html) => setSource({ operation, html, from: file.name }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped anywhere, or be chosen by keyboard
    <div
      class={`inspector-view ${isOver ? 'is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 class="visually-hidden">Inspector</h2>
      <SourceBar
        operations={service.description.operations}
        source={source}
        pages={pages}
        link={searchState.done && linkTo(searchState.done.request.draft)}
        onSource={setSource}
      />
      {source === undefined && draft === undefined && <Invitation isSimulated={isSimulated} />}
      {source === undefined && draft !== undefined && (
        <LinkedSearch key={writeRoute({ view: 'inspect', draft })} {...{ draft, searchState, isSimulated }} />
      )}
      {source !== undefined && module === undefined && <p class="hint">Loading the parsers …</p>}
      {source !== undefined && module !== undefined && (
        <module.Inspection key={`${source.operation} ${source.from} ${source.html.length}`} source={source} />
      )}
    </div>
  );
}

const example: Draft = { operation: 'alpha.search', values: { query: 'how do tides work' }, include: undefined };

function linkTo(draft: Draft): string {
  return new URL(writeRoute({ view: 'inspect', draft }), location.href).href;
}

function Invitation({ isSimulated }: { isSimulated: boolean }): JSX.Element {
  return (
    <div class="welcome">
      <h2>See where each value was found, and why something is not a result</h2>
      <p>
        Drop a saved result page here, choose or paste one above, or run a search first and open its page here. The
        parsers run in this browser; the page is not sent anywhere.
      </p>
      {isSimulated && (
        <p>
          <a href={writeRoute({ view: 'inspect', draft: example })}>Open a page of a simulated engine</a>
        </p>
      )}
    </div>
  );
}

interface LinkedSearchProps {
  /** The search in the URL. */
  draft: Draft;
  searchState: SearchState;
  /** Whether engines are simulated, so that the search costs nothing and always has the same page. */
  isSimulated: boolean;
}

/** Makes the search in the URL, whose page is to be inspected: at once, or on demand. */
function LinkedSearch({ draft, searchState, isSimulated }: LinkedSearchProps): JSX.Element {
  const { since, done } = searchState;
  const isDone = done !== undefined && isSame(done.request.draft, draft);
  const run = () => searchState.run(draft, 'inspect');
  useEffect(() => {
    if (isSimulated && !isDone && since === undefined) run();
  }, []);
  if (since !== undefined) return <WaitingView since={since} draft={searchState.draft} onCancel={searchState.cancel} />;
  const { operation, values } = draft;
  return (
    <div class="notice">
      <h2>{isDone ? 'The search returned no page' : 'Run this search to inspect its page'}</h2>
      <p>
        This link is for {operation}, “{values.query}”.{' '}
        {isDone
          ? 'It failed, or did not request the page. The search view has the details.'
          : 'The engine may return a different page than the one that was shared.'}
      </p>
      {isDone ? (
        <a href={writeRoute({ view: 'search', draft })}>Show the search</a>
      ) : (
        <button type="button" class="primary" onClick={run}>
          Search and inspect
        </button>
      )}
    </div>
  );
}

/** Whether two drafts are the same search. */
function isSame(one: Draft, other: Draft): boolean {
  return writeRoute({ view: 'search', draft: one }) === writeRoute({ view: 'search', draft: other });
}
