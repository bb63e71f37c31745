import type { JSX } from 'preact';
import { Icon } from '../ui/icon.js';
import { Outbound } from '../ui/outbound.js';
import type { Row } from './answer.js';
import { Highlight } from './highlight.js';

interface RowsProps {
  rows: readonly Row[];
  /** Shows a row in the JSON. */
  onShow: (path: string) => void;
}

/** The rows of the answer, as a person would see them. */
export function Rows({ rows, onShow }: RowsProps): JSX.Element {
  return (
    <ol class="rows">
      {rows.map((row, index) => (
        <li key={`${index} ${row.link}`} value={row.position}>
          <RowCard row={row} onShow={() => onShow(`organic_results.${index}`)} />
        </li>
      ))}
    </ol>
  );
}

function RowCard({ row, onShow }: { row: Row; onShow: () => void }): JSX.Element {
  const { position, title, link, source, displayed_link: shown, snippet = '', date } = row;
  const facts = [row.channel, row.duration, date].filter((fact): fact is string => Boolean(fact));
  return (
    <article class="row">
      <div class="row-head">
        <span class="position">{position}</span>
        <span class="where">
          <b>{source}</b>
          {shown !== undefined && shown !== source && <span>{shown}</span>}
        </span>
        <button
          type="button"
          class="icon small"
          aria-label={`Show result ${position} in the JSON`}
          title="Show in the JSON"
          onClick={onShow}
        >
          <Icon name="braces" />
        </button>
      </div>
      <h3 dir="auto">
        <Outbound href={link}>{title}</Outbound>
      </h3>
      {facts.length > 0 && <p class="facts">{[...new Set(facts)].join(' · ')}</p>}
      {snippet !== '' && (
        <p class="snippet" dir="auto">
          <Highlight text={snippet} words={row.snippet_matched ?? []} />
        </p>
      )}
    </article>
  );
}
