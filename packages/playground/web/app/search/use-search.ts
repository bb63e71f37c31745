import { type Dispatch, type StateUpdater, useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiDescription } from '../api/description.js';
import type { FieldValues } from '../api/fields.js';
import { type Outcome, sendApiCall, storedResponseInfo } from '../api/request.js';
import type { Service } from '../api/service.js';
import {
  type HistoryEntry,
  historyEntryOf,
  storedAnswers,
  storedSearchHistory,
  withAnswer,
  withHistoryEntry,
} from '../state/history.js';
import type { Draft, PlaygroundView, Route } from '../state/route.js';
import { type Navigate, replaceAddress } from '../state/route.js';
import { storedApiKey } from '../state/settings.js';
import { operationOf, type SearchRequest, searchRequestOf } from './search-request.js';

/** A request and its outcome. */
export interface FinishedSearch {
  request: SearchRequest;
  outcome: Outcome;
  /** When the search was made, if its response was stored. */
  storedAt?: number;
}

/** State of the search: the form, the search in progress, and the last outcome. */
export interface SearchState {
  draft: Draft;
  edit(change: Partial<Draft>): void;
  setValue(name: string, value: string): void;
  key: string;
  setKey(key: string): void;
  /** Start of the search in progress, by `performance.now()`. */
  since: number | undefined;
  done: FinishedSearch | undefined;
  /** Sends the draft, with other values if given, and shows a view. @default 'search' */
  run(change?: Partial<Draft>, view?: PlaygroundView): void;
  cancel(): void;
  history: readonly HistoryEntry[];
  forget(): void;
  /** Shows a search of the history with its response, if stored. */
  open(entry: HistoryEntry): void;
}

interface Routing {
  route: Route;
  navigate: Navigate;
}

const firstQuery = 'weather in lisbon';

/** Milliseconds after the last change to the form until the URL is updated. */
const pause = 300;

/** Keeps the state of the search while the views change. */
export function useSearch({ description, startKey }: Service, { route, navigate }: Routing): SearchState {
  const [draft, setDraft] = useDraft(description, route);
  const { history, remember, forget } = useHistory();
  const [key, setKey] = useState(() => storedApiKey.read() || (startKey ?? ''));
  const [since, setSince] = useState<number>();
  const [done, setDone] = useState<FinishedSearch>();
  const running = useRef<AbortController>(undefined);

  const show = useCallback(
    (next: Draft, view: PlaygroundView = 'search') => {
      setDraft(next);
      navigate({ view, draft: next });
    },
    [navigate],
  );

  const run = (change: Partial<Draft> = {}, view?: PlaygroundView) => {
    const next = withoutEmpty({ ...draft, ...change });
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    show(next, view);
    setSince(performance.now());
    const request = searchRequestOf(description, next);
    void sendApiCall({ url: request.url, key: key.trim(), body: request.body }, controller.signal).then((outcome) => {
      if (running.current !== controller) return; // another search has started meanwhile
      setSince(undefined);
      setDone({ request, outcome });
      remember(next, outcome);
    });
  };

  return {
    draft,
    edit: (change) => setDraft({ ...draft, ...change }),
    setValue: (name, value) => setDraft(({ values, ...rest }) => ({ ...rest, values: withValue(values, name, value) })),
    key,
    setKey(value) {
      setKey(value);
      storedApiKey.write(value);
    },
    since,
    done,
    run,
    cancel: () => running.current?.abort(),
    history,
    forget,
    open({ operation, values, include, at }) {
      const next = { operation, values, include };
      show(next);
      setDone(storedDone(description, next, at));
    },
  };
}

/** The contents of the form. The URL is updated with a delay, and a change of the URL updates the form. */
function useDraft(description: ApiDescription, route: Route): [Draft, Dispatch<StateUpdater<Draft>>] {
  const [draft, setDraft] = useState<Draft>(() => route.draft ?? firstDraft(description));
  useEffect(() => {
    if (route.draft !== undefined) setDraft(route.draft);
  }, [route.draft]);
  useEffect(() => {
    if (route.view !== 'search' || route.draft === draft) return;
    const timer = setTimeout(() => replaceAddress({ view: 'search', draft }), pause);
    return () => clearTimeout(timer);
  }, [draft, route.view]);
  return [draft, setDraft];
}

function firstDraft(description: ApiDescription): Draft {
  return {
    operation: operationOf(description, '')?.name ?? '',
    values: { query: firstQuery },
    include: undefined,
  };
}

/** Earlier searches, stored by the browser with their responses. */
function useHistory() {
  const [history, setHistory] = useState(storedSearchHistory.read);
  return {
    history,
    remember(draft: Draft, outcome: Outcome): void {
      const at = Date.now();
      const list = withHistoryEntry(storedSearchHistory.read(), historyEntryOf(draft, outcome, at));
      storedSearchHistory.write(list);
      setHistory(list);
      if (outcome.kind !== 'answer') return;
      const { status, ms } = outcome.info;
      storedAnswers.write(withAnswer(storedAnswers.read(), { at, status, ms, body: outcome.body }));
    },
    forget(): void {
      storedSearchHistory.write([]);
      storedAnswers.write([]);
      setHistory([]);
    },
  };
}

/** The stored response of a search, or undefined. */
function storedDone(description: ApiDescription, draft: Draft, at: number): FinishedSearch | undefined {
  const found = storedAnswers.read().find((answer) => answer.at === at);
  if (found === undefined) return undefined;
  const { status, ms, body } = found;
  return {
    request: searchRequestOf(description, draft),
    outcome: { kind: 'answer', info: storedResponseInfo(status, ms), body },
    storedAt: at,
  };
}

/** Another query starts at its first page. */
function withValue(values: FieldValues, name: string, value: string): FieldValues {
  return { ...values, ...(name === 'query' && { page: '' }), [name]: value };
}

function withoutEmpty({ values, ...rest }: Draft): Draft {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return { ...rest, values: Object.fromEntries(given) as FieldValues };
}
