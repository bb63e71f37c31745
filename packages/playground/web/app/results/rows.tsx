import type { JSX } from 'preact';
import type { Json } from '../api/request.js';
import { Outbound } from '../ui/outbound.js';
import type { Row } from './answer.js';
import type { Linked } from './here.js';
import { Highlight } from './highlight.js';
import { linkedProps } from './linked-props.js';

interface RowCardProps extends Linked {
  row: Row;
  path: string;
  /** Links into the site below the row. */
  sitelinks: readonly { title: string; link: string }[];
}

/** A row of the answer, as a person would see it. */
export function RowCard({ row, path, sitelinks, ...linked }: RowCardProps): JSX.Element {
  const { position, title, link, source, displayed_link: shown, snippet = '' } = row;
  const facts = factsOf(row);
  const { class: state, ...props } = linkedProps(path, linked);
  return (
    <article {...props} class={`row ${state}`} aria-label={`Result ${position}`}>
      <span class="position" aria-hidden="true">
        {position}
      </span>
      <p class="where">
        <b>{source}</b>
        {shown !== undefined && shown !== '' && shown !== source && <span>{shown}</span>}
      </p>
      <h3 dir="auto">
        <Outbound href={link}>{title}</Outbound>
      </h3>
      {facts.length > 0 && <p class="facts">{facts.join(' · ')}</p>}
      {snippet !== '' && (
        <p class="snippet" dir="auto">
          <Highlight text={snippet} words={row.snippet_matched ?? []} />
        </p>
      )}
      {sitelinks.length > 0 && (
        <p class="sitelinks">
          {sitelinks.map((one) => (
            <Outbound key={one.link} href={one.link}>
              {one.title}
            </Outbound>
          ))}
        </p>
      )}
    </article>
  );
}

/** Channel, length and date, each once: a line of views has the date already. */
function factsOf(row: Row): string[] {
  const shown = row.displayed_link ?? '';
  const rich = { ...row, ...(row.rich as Json) } as Json;
  const rating = typeof rich.rating === 'number' ? `★ ${rich.rating}` : undefined;
  const facts = [row.channel, row.duration, row.date, rating, rich.price, rich.author];
  return [
    ...new Set(
      facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '' && !shown.includes(fact)),
    ),
  ];
}
