import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Route, readRoute, writeRoute } from './route.js';

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
