import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const tick = 100;

/** Milliseconds after which a person is told why it may take so long. */
const long = 3_000;

/** A search in progress: how long it has taken, and how to end it. */
export function Waiting({ since, onCancel }: { since: number; onCancel: () => void }): JSX.Element {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), tick);
    return () => clearInterval(timer);
  }, []);
  const ms = Math.max(0, now - since);
  return (
    <div class="waiting">
      <span class="spinner" aria-hidden="true" />
      <div>
        <p role="status">Searching …</p>
        <p class="hint">
          <span class="elapsed">{(ms / 1000).toFixed(1)} s</span>
          {ms > long && ' – pages that are fetched again, with a browser, or many at once take longer'}
        </p>
      </div>
      <button type="button" onClick={onCancel}>
        Cancel <kbd>Esc</kbd>
      </button>
    </div>
  );
}
