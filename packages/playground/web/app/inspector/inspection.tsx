import type { JSX } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { pageMarksOf, placedMarks } from './marks.js';
import { PageFrame } from './page-frame.js';
import { sanitizePage, textPreviewsAt } from './page-tree.js';
import { ParsedPageView } from './parsed-page-view.js';
import { type PageSource, parsePage } from './read.js';

/** The page beside the parsed values, which are linked to their places on the page. */
export function Inspection({ source }: { source: PageSource }): JSX.Element {
  const { reading, marks, placed, order, page, texts } = useReading(source);
  const [pointed, point] = useState<string>();
  const [chosen, choose] = useState<string>();
  const [tab, setTab] = useState('rows');
  const [said, say] = useState('');
  const [isStyled, setStyled] = useState(true);
  const here = pointed ?? chosen;
  const chooseOnPage = useCallback((ids: string[], path: string) => {
    const [id] = ids;
    choose(id);
    if (id !== undefined) setTab(id.startsWith('dropped:') ? 'dropped' : 'rows');
    say(
      id === undefined
        ? `Nothing was read here, neither a value nor a candidate for a row. The element is ${path}`
        : '',
    );
  }, []);
  return (
    <div class={`inspection ${reading.kind === 'refused' ? 'is-refused' : ''}`}>
      <section class="page-side" aria-label="Page">
        <div class="page-tools">
          <label class="check">
            <input type="checkbox" checked={isStyled} onChange={() => setStyled(!isStyled)} /> Use the page’s styles
          </label>
          <span class="hint">Scripts and network are disabled.</span>
        </div>
        <PageFrame
          page={page}
          isStyled={isStyled}
          marks={placed}
          order={order}
          here={here}
          onChoose={chooseOnPage}
          onPoint={point}
        />
        <p class="said" role="status">
          {said}
        </p>
      </section>
      <section class="findings-side" aria-label="Parsed values" id="inspection" tabIndex={-1}>
        <ParsedPageView
          source={source}
          reading={reading}
          marks={marks}
          texts={texts}
          tab={tab}
          onTab={setTab}
          here={here}
          onPoint={point}
          onChoose={choose}
        />
      </section>
    </div>
  );
}

/** The parsed values of a page and their places. */
function useReading(source: PageSource) {
  const reading = useMemo(() => parsePage(source), [source]);
  const marks = useMemo(
    () => (reading.kind === 'result' ? pageMarksOf(reading.result, reading.diagnostics) : { rows: [], dropped: [] }),
    [reading],
  );
  const placed = useMemo(() => placedMarks(marks), [marks]);
  const order = useMemo(() => placed.map(({ id }) => id), [placed]);
  const page = useMemo(() => sanitizePage(source.html), [source]);
  const texts = useMemo(() => textPreviewsAt(page, new Set(marks.dropped.map(({ path = '' }) => path))), [page, marks]);
  return { reading, marks, placed, order, page, texts };
}
