import type { JSX } from 'preact';

interface QueriesProps {
  title: string;
  queries: readonly string[];
  onQuery: (query: string) => void;
}

/** Other queries, to click. */
export function Queries({ title, queries, onQuery }: QueriesProps): JSX.Element {
  return (
    <section class="queries" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {queries.map((query, index) => (
          <li key={`${index} ${query}`}>
            <button type="button" class="chip" dir="auto" onClick={() => onQuery(query)}>
              {query}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
