import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Values } from '../api/fields.js';

const views = ['search', 'inspect', 'history'] as const;

/** The parts of the page. */
export type View = (typeof views)[number];

/** A search as the form holds it, and as the address of the page has it. The key is no part of it. */
export interface Draft {
  operation: string;
  values: Values;
  /** Extras that are asked for; undefined for those that are usual. */
  include: readonly string[] | undefined;
}

/** What the address of the page says: everything after `#`, which no browser sends to a server. */
export interface Route {
  view: View;
  /** Undefined where the address names no search. */
  draft: Draft | undefined;
}

/** Reads the part of an address after `#`. */
export function readRoute(hash: string): Route {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const view = views.find((known) => known === name) ?? 'search';
  const { op, include, ...values } = Object.fromEntries(new URLSearchParams(query));
  if (op === undefined) return { view, draft: undefined };
  return { view, draft: { operation: op, values, include: include?.split(',').filter((extra) => extra !== '') } };
}

/** Writes it. */
export function writeRoute({ view, draft }: Route): string {
  if (draft === undefined) return `#${view}`;
  const given = Object.entries(draft.values).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['op', draft.operation], ...given]);
  if (draft.include !== undefined) query.set('include', draft.include.join(','));
  return `#${view}?${query}`;
}

/** Shows another view or search, and puts it into the address. */
export type Go = (route: Route) => void;

/** What the address says, as it changes. */
export function useRoute(): [Route, Go] {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const onChange = () => setRoute(readRoute(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  const go = useCallback((next: Route) => {
    const hash = writeRoute(next);
    if (hash !== location.hash) location.hash = hash;
  }, []);
  return [route, go];
}

/** Changes the address without a step in the history of the browser. */
export function replaceAddress(route: Route): void {
  history.replaceState(null, '', writeRoute(route));
}
