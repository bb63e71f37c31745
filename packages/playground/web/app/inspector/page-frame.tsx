import type { JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { serviceBaseUrl } from '../api/base.js';
import { nextByKey } from '../results/linked.js';
import { type DrawnPage, drawPage } from './draw.js';
import { type PageMark, rowNumberOf } from './marks.js';
import type { SafePage } from './page-tree.js';

interface PageFrameProps {
  page: SafePage;
  isStyled: boolean;
  /** All marks with a place on the page. */
  marks: readonly PageMark[];
  /** Ids of the marks in the order of the arrow keys. */
  order: readonly string[];
  /** Id of the mark that is highlighted or chosen. */
  here: string | undefined;
  /** Called when a place on the page is chosen, with its marks, nearest first, and its path. */
  onChoose: (ids: string[], path: string) => void;
  onPoint: (id: string | undefined) => void;
}

/** The page, drawn in a frame without scripts and network access. */
export function PageFrame({ page, isStyled, marks, order, here, onChoose, onPoint }: PageFrameProps): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const drawn = useDrawn(frame, page, { isReady, isStyled });
  /** Whether the pointer is over the page, which then must not scroll. */
  const isOver = useRef(false);
  const pointed = useRef(here);
  pointed.current = here;
  const byPath = useMemo(() => idsByPath(marks), [marks]);
  useEffect(() => {
    if (drawn !== undefined) tag(drawn, marks);
  }, [drawn, marks]);
  useEffect(() => {
    if (drawn !== undefined) return show(drawn, { marks, here, isFollowed: !isOver.current });
  }, [drawn, marks, here]);
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!inside || drawn === undefined) return;
    const idsOf = (target: EventTarget | null) => idsAt(target as Element | null, { drawn, byPath });
    const onClick = (event: Event) => {
      event.preventDefault();
      const path = drawn.pathOf(event.target as Element) ?? '';
      onChoose(idsOf(event.target), path);
    };
    const onOver = (event: Event) => {
      isOver.current = true;
      onPoint(idsOf(event.target)[0]);
    };
    const onLeave = () => {
      isOver.current = false;
      onPoint(undefined);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const next = nextByKey(event, order, pointed.current);
      if (next === undefined) return;
      event.preventDefault();
      isOver.current = false; // scrolls to the mark chosen by keyboard
      onPoint(next);
    };
    inside.addEventListener('keydown', onKeyDown);
    inside.addEventListener('click', onClick);
    inside.addEventListener('mouseover', onOver);
    inside.documentElement.addEventListener('mouseleave', onLeave);
    return () => {
      inside.removeEventListener('keydown', onKeyDown);
      inside.removeEventListener('click', onClick);
      inside.removeEventListener('mouseover', onOver);
      inside.documentElement.removeEventListener('mouseleave', onLeave);
    };
  }, [drawn, byPath, order, onChoose, onPoint]);
  return (
    <iframe
      ref={frame}
      title="The page, without scripts and network"
      src={new URL('frame.html', serviceBaseUrl).href}
      sandbox="allow-same-origin"
      onLoad={() => setReady(true)}
    />
  );
}

/** Milliseconds for drawing a part of a large page, and until the next part. */
const sliceMs = 12;
const restMs = 4;

/** The drawn page in its frame: a new object each time more of it is drawn. */
function useDrawn(
  frame: RefObject<HTMLIFrameElement | null>,
  page: SafePage,
  { isReady, isStyled }: { isReady: boolean; isStyled: boolean },
): DrawnPage | undefined {
  const [drawn, setDrawn] = useState<DrawnPage>();
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!isReady || !inside) return;
    const next = drawPage(inside, page, { isStyled });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      const isWhole = next.drawMore(sliceMs);
      setDrawn({ ...next });
      if (!isWhole) timer = setTimeout(goOn, restMs);
    };
    goOn();
    return () => clearTimeout(timer);
  }, [isReady, page, isStyled]);
  return drawn;
}

function tag(drawn: DrawnPage, marks: readonly PageMark[]): void {
  for (const { path = '', kind } of marks) drawn.elementAt(path)?.setAttribute('data-svc-mark', kind);
}

function idsByPath(marks: readonly PageMark[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, path = '' } of marks) ids.set(path, [...(ids.get(path) ?? []), id]);
  return ids;
}

interface Places {
  drawn: DrawnPage;
  byPath: ReadonlyMap<string, string[]>;
}

/** The marks of an element and its ancestors, nearest first. */
function idsAt(target: Element | null, { drawn, byPath }: Places): string[] {
  const found: string[] = [];
  for (let element = target; element !== null; element = element.parentElement) {
    found.push(...(byPath.get(drawn.pathOf(element) ?? '') ?? []));
  }
  return found;
}

interface Shown {
  marks: readonly PageMark[];
  here: string | undefined;
  isFollowed: boolean;
}

/** Outlines the highlighted mark and the rest of its row, and scrolls to it. Returns a function that undoes this. */
function show(drawn: DrawnPage, { marks, here, isFollowed }: Shown): () => void {
  const row = here === undefined ? undefined : rowNumberOf(here);
  const isOfRow = (id: string) => row !== undefined && row > 0 && rowNumberOf(id) === row;
  const beside = marks.filter(({ id }) => isOfRow(id)).flatMap(({ path = '' }) => drawn.elementAt(path) ?? []);
  for (const element of beside) element.setAttribute('data-svc-row', '');
  const place = marks.find(({ id }) => id === here)?.path;
  const element = place === undefined ? undefined : drawn.elementAt(place);
  element?.setAttribute('data-svc-here', '');
  if (isFollowed) element?.scrollIntoView({ block: 'nearest' });
  return () => {
    for (const one of beside) one.removeAttribute('data-svc-row');
    element?.removeAttribute('data-svc-here');
  };
}
