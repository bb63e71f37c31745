import { useCallback, useEffect, useState } from 'preact/hooks';
import type { FieldValues } from '../api/fields.js';

const views = ['search', 'inspect', 'history'] as const;

/** The views of the page. */
export type PlaygroundView = (typeof views)[number];

/** The search in the form and in the URL. The key is not part of it. */
export interface Draft {
  operation: string;
  values: FieldValues;
  /** The requested extras; undefined for the default. */
  include: readonly string[] | undefined;
}

/** The contents of the URL fragment, which browsers do not send to servers. */
export interface Route {
  view: PlaygroundView;
  /** Undefined if the URL contains no search. */
  draft: Draft | undefined;
}

/** Parses a URL fragment. */
export function readRoute(hash: string): Route {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const view = views.find((known) => known === name) ?? 'search';
  const { op, include, ...values } = Object.fromEntries(new URLSearchParams(query));
  if (op === undefined) return { view, draft: undefined };
  return { view, draft: { operation: op, values, include: include?.split(',').filter((extra) => extra !== '') } };
}

/** Formats a URL fragment. */
export function writeRoute({ view, draft }: Route): string {
  if (draft === undefined) return `#${view}`;
  const given = Object.entries(draft.values).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['op', draft.operation], ...given]);
  if (draft.include !== undefined) query.set('include', draft.include.join(','));
  return `#${view}?${query}`;
}

/** Shows another view or search, and updates the URL. */
export type Navigate = (route: Route) => void;

/** The current route, updated when the URL changes. */
export function useRoute(): [Route, Navigate] {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const onChange = () => setRoute(readRoute(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  const navigate = useCallback((next: Route) => {
    const hash = writeRoute(next);
    if (hash !== location.hash) location.hash = hash;
  }, []);
  return [route, navigate];
}

/** Changes the URL without an entry in the browser history. */
export function replaceAddress(route: Route): void {
  history.replaceState(null, '', writeRoute(route));
}
