import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Draft } from '../state/route.js';

const tick = 100;

/** Milliseconds after which an explanation is shown. */
const long = 3_000;

interface WaitingViewProps {
  since: number;
  /** The search in progress. */
  draft: Draft;
  onCancel: () => void;
}

/** A search in progress: what it does, how long it has taken, and a button to cancel it. */
export function WaitingView({ since, draft, onCancel }: WaitingViewProps): JSX.Element {
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
        <p role="status">
          Running <b>{draft.operation}</b> for “{draft.values.query}”
          {draft.values.location && <> from {draft.values.location}</>} …
        </p>
        <p class="hint">
          <span class="elapsed">{(ms / 1000).toFixed(1)} s</span>
          {ms > long &&
            ' · the first attempt took long: the service may be trying again through another exit, or with a browser'}
        </p>
      </div>
      <button type="button" onClick={onCancel}>
        Cancel <kbd>Esc</kbd>
      </button>
    </div>
  );
}
