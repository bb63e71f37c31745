/** The linked views of a response. */
export type LinkedViewName = 'page' | 'results' | 'json';

/** What is highlighted, and in which view; the other views follow. */
export interface LinkedItem {
  /** Path in the JSON: `organic_results.3`, `blocks.videos.0`. */
  path: string;
  from: LinkedViewName;
}

/** Properties of a linked view. */
export interface LinkedViewProps {
  here: LinkedItem | undefined;
  onPoint: (path: string, from: LinkedViewName) => void;
}

/** Attributes and listeners of an element linked to other views. */
interface LinkedElementProps {
  'data-here': string;
  class: string;
  onMouseEnter: () => void;
  onFocusIn: () => void;
}

/** Properties that let an element of the results list be pointed at and highlighted. */
export function linkedElementProps(path: string, { here, onPoint }: LinkedViewProps): LinkedElementProps {
  const point = (): void => onPoint(path, 'results');
  return {
    'data-here': path,
    class: here?.path === path ? 'linked is-here' : 'linked',
    onMouseEnter: point,
    onFocusIn: point,
  };
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** The next id for an arrow key, or for j and k; undefined for any other key. */
export function nextByKey(event: KeyboardEvent, ids: readonly string[], here: string | undefined): string | undefined {
  const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  return ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(here ?? '') + step))];
}
