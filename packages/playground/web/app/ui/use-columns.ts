import { useEffect, useState } from 'preact/hooks';

/** Widths from which there are two and three views beside each other; the style sheet has the same limits. */
const limits = ['(min-width: 50rem)', '(min-width: 76rem)'] as const;

/** How many views have room beside each other: 1 to 3. */
export function useColumns(): number {
  const [count, setCount] = useState(countOf);
  useEffect(() => {
    const queries = limits.map((limit) => matchMedia(limit));
    const onChange = () => setCount(countOf());
    for (const query of queries) query.addEventListener('change', onChange);
    return () => {
      for (const query of queries) query.removeEventListener('change', onChange);
    };
  }, []);
  return count;
}

function countOf(): number {
  return 1 + limits.filter((limit) => matchMedia(limit).matches).length;
}
