import type { JSX } from 'preact';
import type { JsonObject } from '../api/request.js';
import { OutboundLink } from '../ui/parts.js';
import type { ResultRow } from './answer.js';
import type { LinkedViewProps } from './linked.js';
import { linkedElementProps } from './linked.js';

interface RowCardProps extends LinkedViewProps {
  row: ResultRow;
  path: string;
  /** Links to parts of the site, shown below the row. */
  sitelinks: readonly { title: string; link: string }[];
}

/** A row of the response as shown on the page. */
export function RowCard({ row, path, sitelinks, ...linked }: RowCardProps): JSX.Element {
  const { position, title, link, source, displayed_link: shown, snippet = '' } = row;
  const facts = factsOf(row);
  const { class: state, ...props } = linkedElementProps(path, linked);
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
        <OutboundLink href={link}>{title}</OutboundLink>
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
            <OutboundLink key={one.link} href={one.link}>
              {one.title}
            </OutboundLink>
          ))}
        </p>
      )}
    </article>
  );
}

/** Channel, duration and date, each once, as a line with views already contains the date. */
function factsOf(row: ResultRow): string[] {
  const shown = row.displayed_link ?? '';
  const rich = { ...row, ...(row.rich as JsonObject) } as JsonObject;
  const rating = typeof rich.rating === 'number' ? `★ ${rich.rating}` : undefined;
  const engines = row.engines?.map(({ engine, position }) => `${engine} ${position}`) ?? [];
  const facts = [...engines, row.channel, row.duration, row.date, rating, rich.price, rich.author];
  return [
    ...new Set(
      facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '' && !shown.includes(fact)),
    ),
  ];
}

/** A text with emphasised words. */
function Highlight({ text, words }: { text: string; words: readonly string[] }): JSX.Element {
  const wanted = words.filter((word) => word !== '').sort((one, other) => other.length - one.length);
  if (wanted.length === 0) return <>{text}</>;
  const pattern = new RegExp(`(${wanted.map(whole).join('|')})`, 'gu');
  return <>{text.split(pattern).map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))}</>;
}

/** Matches only whole words, except in scripts without spaces. */
function whole(word: string): string {
  const isSpaced = (sign: string | undefined) =>
    /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u.test(sign ?? '');
  const before = isSpaced(word.at(0)) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = isSpaced(word.at(-1)) ? '(?![\\p{L}\\p{N}])' : '';
  return `${before}${escaped(word)}${after}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
