import type { JSX } from 'preact';
import { formatDuration } from '../results/summary.js';
import type { SearchState } from '../search/use-search.js';
import type { HistoryEntry } from '../state/history.js';
import { storedAnswers } from '../state/history.js';

/** The searches made on this device. */
export function HistoryView({ searchState }: { searchState: SearchState }): JSX.Element {
  const { history, forget, open } = searchState;
  const kept = new Set(storedAnswers.read().map(({ at }) => at));
  return (
    <div class="history-view">
      <div class="view-head">
        <div>
          <h2>History</h2>
          <p class="hint">The last 50 searches and the latest results, stored in this browser only, without the key.</p>
        </div>
        {history.length > 0 && (
          <button type="button" onClick={forget}>
            Clear
          </button>
        )}
      </div>
      {history.length === 0 ? (
        <p class="notice">No searches on this device yet.</p>
      ) : (
        <ul class="history">
          {history.map((entry) => (
            <li key={entry.at}>
              <HistoryRow entry={entry} isKept={kept.has(entry.at)} onOpen={() => open(entry)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface HistoryRowProps {
  entry: HistoryEntry;
  /** Whether its response is stored. */
  isKept: boolean;
  onOpen: () => void;
}

function HistoryRow({ entry, isKept, onOpen }: HistoryRowProps): JSX.Element {
  const { operation, values, include, at, status, outcome, ms } = entry;
  const { query = '', ...others } = values;
  const details = [...Object.entries(others).map(([name, value]) => `${name} ${value}`), ...(include ?? [])];
  return (
    <button type="button" class="history-row" onClick={onOpen}>
      <span class="history-operation">{operation}</span>
      <span class="history-query">
        <b dir="auto">{query === '' ? 'no query' : query}</b>
        {details.length > 0 && <span>{details.join(' · ')}</span>}
      </span>
      <span class="history-state">
        <span class={`history-outcome ${status >= 200 && status < 300 ? 'good' : 'bad'}`}>{outcome}</span>
        {isKept && <span class="tag">results stored</span>}
      </span>
      <span class="history-time">
        {formatDuration(ms)} · <time dateTime={new Date(at).toISOString()}>{when.format(at)}</time>
      </span>
    </button>
  );
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
