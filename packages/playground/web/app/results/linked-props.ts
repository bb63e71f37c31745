import type { Linked } from './here.js';

/** Attributes and listeners of something that is linked to the other views. */
interface LinkedProps {
  'data-here': string;
  class: string;
  onMouseEnter: () => void;
  onFocusIn: () => void;
}

/** What an element needs to be pointed at in the list of results, and to be lit up from the other views. */
export function linkedProps(path: string, { here, onPoint }: Linked): LinkedProps {
  const point = (): void => onPoint(path, 'results');
  return {
    'data-here': path,
    class: here?.path === path ? 'linked is-here' : 'linked',
    onMouseEnter: point,
    onFocusIn: point,
  };
}
