import type { JSX } from 'preact';
import type { JsonObject } from '../api/request.js';
import { OutboundLink } from '../ui/parts.js';
import type { KnowledgePanel } from './answer.js';
import { blockTitle, itemPath, type ResultEntry, titleOf } from './entries.js';
import { type LinkedViewProps, linkedElementProps } from './linked.js';

/** A block of the page: its name, and its items as shown on the page. */
export function BlockCard({
  entry,
  ...linked
}: { entry: Extract<ResultEntry, { kind: 'block' }> } & LinkedViewProps): JSX.Element {
  const { name, items } = entry;
  return (
    <article class="block" aria-label={blockTitle(name)}>
      <h3 class="block-name">
        {blockTitle(name)} {items.length > 1 && <span class="count">{items.length}</span>}
      </h3>
      <ul class={`block-items ${cardBlocks.has(name) ? 'as-cards' : ''}`}>
        {items.map((item, index) => {
          const path = itemPath(entry, index);
          return (
            <li key={path} {...linkedElementProps(path, linked)}>
              <Item item={item} />
            </li>
          );
        })}
      </ul>
    </article>
  );
}

/** Blocks whose items are shown side by side. */
const cardBlocks = new Set(['shopping', 'images', 'local_results', 'short_videos']);

/** A title with its link, a line of facts, a text, and sources. */
function Item({ item }: { item: JsonObject }): JSX.Element {
  const title = isTitled(item) ? titleOf(item) : '';
  const text = [item.snippet, item.answer, item.description, item.text].find(
    (value): value is string => typeof value === 'string' && value !== '' && value !== title,
  );
  const facts = factsOf(item);
  return (
    <>
      {title !== '' && (
        <div class="item-title" dir="auto">
          <OutboundLink href={String(item.link ?? '')}>{title}</OutboundLink>
        </div>
      )}
      {facts.length > 0 && <div class="facts">{facts.join(' · ')}</div>}
      {text !== undefined && (
        <p class="item-text" dir="auto">
          {text}
        </p>
      )}
      <Sources item={item} />
    </>
  );
}

/** Whether an item has a title that is not its whole text. */
function isTitled(item: JsonObject): boolean {
  return ['title', 'question', 'name', 'query'].some((name) => typeof item[name] === 'string' && item[name] !== '');
}

/** In reading order. */
const factNames = ['source', 'channel', 'displayed_link', 'price', 'rating', 'reviews', 'duration', 'date', 'details'];

function factsOf(item: JsonObject): string[] {
  const texts = factNames.flatMap((name) => {
    const value = item[name];
    if (name === 'rating' && typeof value === 'number') return [`★ ${value}`];
    if (name === 'reviews' && typeof value === 'number') return [`${value.toLocaleString('en')} reviews`];
    if (Array.isArray(value))
      return value.filter((one): one is string => typeof one === 'string' && !/^\d[.,]\d/.test(one));
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return [...new Set(texts)];
}

function Sources({ item }: { item: JsonObject }): JSX.Element | null {
  const listed = [item.source, item.sources]
    .flat()
    .filter((one): one is JsonObject => typeof one === 'object' && one !== null);
  if (listed.length === 0) return null;
  return (
    <ul class="sources" aria-label="Sources">
      {listed.map((source, index) => (
        <li key={index} dir="auto">
          <OutboundLink href={String(source.link ?? '')}>{titleOf(source)}</OutboundLink>
        </li>
      ))}
    </ul>
  );
}

/** The panel beside the rows. */
export function PanelCard({ panel }: { panel: KnowledgePanel }): JSX.Element {
  const { title, type, website, attributes = {}, description } = panel;
  return (
    <article class="panel-card" aria-label="Knowledge graph">
      <h3 dir="auto">{title}</h3>
      {type !== undefined && <p class="facts">{type}</p>}
      {website !== undefined && (
        <p>
          <OutboundLink href={website}>{website}</OutboundLink>
        </p>
      )}
      {description !== undefined && <p dir="auto">{description}</p>}
      {panel.description_source !== undefined && (
        <p class="facts">
          From <OutboundLink href={panel.description_link ?? ''}>{panel.description_source}</OutboundLink>
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
