import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Outcome, send } from '../api/request.js';
import type { Service } from '../api/service.js';
import type { Values } from '../api/values.js';
import { type Visit, visitOf, visits, withVisit } from '../state/history.js';
import type { Draft, Route } from '../state/route.js';
import { apiKey, keepPages } from '../state/settings.js';
import { type Go, replaceAddress } from '../state/use-route.js';
import { type Asked, askedOf, operationOf } from './asked.js';

/** What was asked, and what came of it. */
export interface Done {
  asked: Asked;
  outcome: Outcome;
}

/** The search of the form: what is in it, what is in progress, what came last. */
export interface SearchState {
  draft: Draft;
  edit(change: Partial<Draft>): void;
  setValue(name: string, value: string): void;
  key: string;
  setKey(key: string): void;
  /** Whether the pages are asked for too, for the inspector. */
  pages: boolean;
  setPages(pages: boolean): void;
  /** When the search in progress began, by `performance.now()`. */
  since: number | undefined;
  done: Done | undefined;
  /** Sends the draft, with other values where they are given. */
  run(change?: Partial<Draft>): void;
  cancel(): void;
  history: readonly Visit[];
  forget(): void;
  open(draft: Draft): void;
}

interface Routing {
  route: Route;
  go: Go;
}

const firstQuery = 'weather in lisbon';

/** Milliseconds after the last change to the form until the address has it. */
const pause = 300;

/** Keeps the search while the views change. */
export function useSearch({ description, startKey }: Service, { route, go }: Routing): SearchState {
  const [draft, setDraft] = useState<Draft>(
    () =>
      route.draft ?? {
        operation: operationOf(description, '')?.name ?? '',
        values: { query: firstQuery },
        include: [],
      },
  );
  const [key, setKey] = useState(() => apiKey.read() || (startKey ?? ''));
  const [pages, setPages] = useState(keepPages.read);
  const [since, setSince] = useState<number>();
  const [done, setDone] = useState<Done>();
  const [history, setHistory] = useState(visits.read);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    if (route.draft !== undefined) setDraft(route.draft);
  }, [route.draft]);

  useEffect(() => {
    if (route.view !== 'search' || route.draft === draft) return;
    const timer = setTimeout(() => replaceAddress({ view: 'search', draft }), pause);
    return () => clearTimeout(timer);
  }, [draft, route.view]);

  const open = useCallback(
    (next: Draft) => {
      setDraft(next);
      go({ view: 'search', draft: next });
    },
    [go],
  );

  const run = (change: Partial<Draft> = {}) => {
    const next = withoutEmpty({ ...draft, ...change });
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    open(next);
    setSince(performance.now());
    const asked = askedOf(description, { draft: next, pages });
    void send({ url: asked.url, key: key.trim(), body: asked.body }, controller.signal).then((outcome) => {
      if (running.current !== controller) return; // another search has begun since
      setSince(undefined);
      setDone({ asked, outcome });
      const list = withVisit(visits.read(), visitOf(next, outcome, Date.now()));
      visits.write(list);
      setHistory(list);
    });
  };

  return {
    draft,
    edit: (change) => setDraft({ ...draft, ...change }),
    setValue: (name, value) => setDraft(({ values, ...rest }) => ({ ...rest, values: withValue(values, name, value) })),
    key,
    setKey(value) {
      setKey(value);
      apiKey.write(value);
    },
    pages,
    setPages(value) {
      setPages(value);
      keepPages.write(value);
    },
    since,
    done,
    run,
    cancel: () => running.current?.abort(),
    history,
    forget() {
      visits.write([]);
      setHistory([]);
    },
    open,
  };
}

/** Another query begins at its first page. */
function withValue(values: Values, name: string, value: string): Values {
  return { ...values, ...(name === 'query' && { page: '' }), [name]: value };
}

function withoutEmpty({ values, ...rest }: Draft): Draft {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return { ...rest, values: Object.fromEntries(given) as Values };
}
