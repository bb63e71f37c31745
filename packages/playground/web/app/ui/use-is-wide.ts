import { useEffect, useState } from 'preact/hooks';

/** From here on there is room for two panes beside the form; the style sheet has the same limit. */
const wide = '(min-width: 75rem)';

/** Whether the window is wide enough for panes side by side. */
export function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(wide).matches);
  useEffect(() => {
    const query = matchMedia(wide);
    const onChange = () => setWide(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return isWide;
}
