import { useEffect, useRef } from 'preact/hooks';
import { singleKeys } from './settings.js';

/** What keys do where no text is being written. */
export type Shortcut = Readonly<Record<string, () => void>>;

/** Listens to keys as long as the component is shown. */
export function useShortcuts(shortcuts: Shortcut): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      const isSingle = event.key.length === 1;
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (hasDialog() || (isSingle && (isWriting(event.target) || !singleKeys.read()))) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function hasDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
