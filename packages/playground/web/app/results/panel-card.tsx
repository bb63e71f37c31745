import type { JSX } from 'preact';
import { Outbound } from '../ui/outbound.js';
import type { Panel } from './answer.js';

/** The panel beside the rows. */
export function PanelCard({ panel }: { panel: Panel }): JSX.Element {
  const { title, type, website, attributes = {}, description } = panel;
  return (
    <article class="panel-card" aria-label="Knowledge graph">
      <h3 dir="auto">{title}</h3>
      {type !== undefined && <p class="facts">{type}</p>}
      {website !== undefined && (
        <p>
          <Outbound href={website}>{website}</Outbound>
        </p>
      )}
      {description !== undefined && <p dir="auto">{description}</p>}
      {panel.description_source !== undefined && (
        <p class="facts">
          From <Outbound href={panel.description_link ?? ''}>{panel.description_source}</Outbound>
        </p>
      )}
      {Object.keys(attributes).length > 0 && (
        <dl>
          {Object.entries(attributes).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
