import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { storedSingleKeyShortcuts } from '../state/settings.js';
import { Icon } from './parts.js';

const shortcuts: readonly [keys: readonly string[], what: string][] = [
  [['/'], 'Focus the query'],
  [['Enter'], 'Search, in any field of the form'],
  [['Esc'], 'Cancel the search in progress'],
  [['[', ']'], 'Previous and next page of results'],
  [['s', 'i', 'h'], 'Search, inspector, history'],
  [['←', '→'], 'Switch tabs; in JSON, collapse and expand'],
  [['↑', '↓'], 'Move through the page, the results, the JSON or a list of suggestions'],
  [['?'], 'This list'],
];

/** The list of shortcuts, with a switch for those without a modifier key. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useState(storedSingleKeyShortcuts.read());
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const toggle = () => {
    storedSingleKeyShortcuts.write(!isOn);
    setOn(!isOn);
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="shortcuts-title">
      <div class="dialog-head">
        <h2 id="shortcuts-title">Keyboard shortcuts</h2>
        <button type="button" class="icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <dl class="keys">
        {shortcuts.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={toggle} /> Enable single-key shortcuts
      </label>
    </dialog>
  );
}

/** The action of each key while no text is being entered. */
type Shortcut = Readonly<Record<string, () => void>>;

/** Listens to keys while the component is mounted. */
export function useShortcuts(shortcuts: Shortcut): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      const isSingle = event.key.length === 1;
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (hasDialog() || (isSingle && (isWriting(event.target) || !storedSingleKeyShortcuts.read()))) return;
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
