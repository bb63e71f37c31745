import type { JSX } from 'preact';
import type { Answer } from './answer.js';

interface PagerProps {
  pagination: NonNullable<Answer['pagination']>;
  onPage: (page: number) => void;
}

const most = 10;

/** Links to the other pages of the engine. */
export function Pager({ pagination, onPage }: PagerProps): JSX.Element {
  const { current, other_pages: others, next, has_next_page: hasNext } = pagination;
  const pages = [...new Set([...others, current])].sort((one, other) => one - other);
  const from = Math.max(0, Math.min(pages.indexOf(current) - most / 2, pages.length - most));
  return (
    <nav class="pager" aria-label="Pages of results">
      <button type="button" disabled={current <= 1} onClick={() => onPage(current - 1)}>
        ‹ <span>Previous</span>
      </button>
      {pages.slice(from, from + most).map((page) => (
        <button
          type="button"
          key={page}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
        >
          {page}
        </button>
      ))}
      <button type="button" disabled={!hasNext} onClick={() => onPage(next ?? current + 1)}>
        <span>Next</span> ›
      </button>
    </nav>
  );
}
