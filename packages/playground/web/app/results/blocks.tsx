import type { JSX } from 'preact';
import type { Json } from '../api/request.js';
import { Outbound } from '../ui/outbound.js';

/** What else is on the page, whatever it is: a list of things with a title or text, or one such thing. */
export function Blocks({ blocks }: { blocks: Json }): JSX.Element | null {
  const filled = Object.entries(blocks).filter(([, block]) => !Array.isArray(block) || block.length > 0);
  if (filled.length === 0) return null;
  return (
    <section class="blocks" aria-label="Other blocks of the page">
      <h3>Also on the page</h3>
      {filled.map(([name, block]) => (
        <details key={name} class="block">
          <summary>
            {name.replaceAll('_', ' ')} {Array.isArray(block) && <span class="count">{block.length}</span>}
          </summary>
          <ul>
            {[block].flat().map((item, index) => (
              <li key={index}>
                <Item item={item} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

const titles = ['title', 'question', 'query', 'text'];

function Item({ item }: { item: unknown }): JSX.Element {
  if (typeof item !== 'object' || item === null) return <>{String(item)}</>;
  const entries = Object.entries(item as Json);
  const [titleName = '', title = ''] = entries.find(([name, value]) => titles.includes(name) && value !== '') ?? [];
  const link = entries.find(([name]) => name === 'link')?.[1];
  const rest = entries.filter(([name, value]) => name !== titleName && name !== 'link' && value !== '');
  return (
    <>
      <div dir="auto">
        <Outbound href={String(link ?? '')}>{String(title)}</Outbound>
      </div>
      {rest.map(([name, value]) => (
        <div class="facts" key={name} dir="auto">
          {name.replaceAll('_', ' ')}: <Value value={value} />
        </div>
      ))}
    </>
  );
}

function Value({ value }: { value: unknown }): JSX.Element {
  if (!Array.isArray(value) && (typeof value !== 'object' || value === null)) return <>{String(value)}</>;
  const items: unknown[] = [value].flat();
  if (items.every((item) => typeof item !== 'object')) return <>{items.join(' · ')}</>;
  return (
    <ul>
      {items.map((item, index) => (
        <li key={index}>
          <Item item={item} />
        </li>
      ))}
    </ul>
  );
}
