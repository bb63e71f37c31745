import type { JSX } from 'preact';

const lines = Array.from({ length: 12 }, (_, index) => <i key={index} />);

/** Where the views of the first answer will be. */
export function Skeleton(): JSX.Element {
  return (
    <div class="skeleton" aria-hidden="true">
      {[0, 1, 2].map((view) => (
        <div key={view}>{lines}</div>
      ))}
    </div>
  );
}
