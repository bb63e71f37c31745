import type { JSX } from 'preact';
import type { Answer } from './answer.js';
import { blockTitle } from './entries.js';
import type { LinkedViewProps } from './linked.js';

interface ElementStripProps extends LinkedViewProps {
  elements: NonNullable<Answer['elements']>;
}

/**
 * A small picture of the page: one bar per element, in order, by column and type. It is decorative, as the list has the
 * same contents.
 */
export function ElementStrip({ elements, here, onPoint }: ElementStripProps): JSX.Element {
  const columns = [
    elements.filter(({ column }) => column !== 'side'),
    elements.filter(({ column }) => column === 'side'),
  ].filter((column) => column.length > 0);
  return (
    <div class="strip" aria-hidden="true">
      {columns.map((column, index) => (
        <div key={index}>
          {column.map(({ rank, type, title, position }) => {
            const path = position === undefined || position === null ? undefined : `organic_results.${position - 1}`;
            const isHere = path !== undefined && path === here?.path;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it is accessible by keyboard
              <i
                key={rank}
                class={`strip-${kindOf(type)} ${isHere ? 'is-here' : ''}`}
                title={`${rank}. ${blockTitle(type)}${title ? `: ${title}` : ''}`}
                onMouseEnter={() => path !== undefined && onPoint(path, 'page')}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function kindOf(type: string): string {
  if (type === 'organic') return 'row';
  return type === 'ad' || type === 'shopping' ? 'ad' : 'block';
}
