import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { base } from '../api/base.js';
import { type Drawn, draw } from './draw.js';
import { type Mark, rowOf } from './marks.js';
import type { SafePage } from './page-tree.js';

interface PageFrameProps {
  page: SafePage;
  isStyled: boolean;
  /** Everything with a place on the page. */
  marks: readonly Mark[];
  /** Id of the mark that is pointed at or chosen. */
  here: string | undefined;
  /** A place on the page was chosen: the marks that are there, nearest first, and the way to it. */
  onChoose: (ids: string[], path: string) => void;
  onPoint: (id: string | undefined) => void;
}

/** The page, drawn in a frame without scripts and without network. */
export function PageFrame({ page, isStyled, marks, here, onChoose, onPoint }: PageFrameProps): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (isReady && inside) setDrawn(draw(inside, page, { isStyled }));
  }, [isReady, page, isStyled]);
  useEffect(() => {
    for (const { path = '', kind } of drawn === undefined ? [] : marks) {
      drawn?.elementAt(path)?.setAttribute('data-svc-mark', kind);
    }
  }, [drawn, marks]);
  useEffect(() => {
    if (drawn !== undefined) show(drawn, { marks, here });
  }, [drawn, marks, here]);
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!inside || drawn === undefined) return;
    const idsOf = (target: EventTarget | null) => idsAt(target as Element | null, { drawn, marks });
    const onClick = (event: Event) => {
      event.preventDefault();
      const path = drawn.pathOf(event.target as Element) ?? '';
      onChoose(idsOf(event.target), path);
    };
    const onOver = (event: Event) => onPoint(idsOf(event.target)[0]);
    const onLeave = () => onPoint(undefined);
    inside.addEventListener('click', onClick);
    inside.addEventListener('mouseover', onOver);
    inside.documentElement.addEventListener('mouseleave', onLeave);
    return () => {
      inside.removeEventListener('click', onClick);
      inside.removeEventListener('mouseover', onOver);
      inside.documentElement.removeEventListener('mouseleave', onLeave);
    };
  }, [drawn, marks, onChoose, onPoint]);
  return (
    <iframe
      ref={frame}
      title="The page, without scripts and network"
      src={new URL('frame.html', base).href}
      sandbox="allow-same-origin"
      onLoad={() => setReady(true)}
    />
  );
}

/** The marks at an element or around it, nearest first. */
function idsAt(target: Element | null, { drawn, marks }: { drawn: Drawn; marks: readonly Mark[] }): string[] {
  const found: string[] = [];
  for (let element = target; element !== null; element = element.parentElement) {
    const path = drawn.pathOf(element);
    found.push(...marks.filter((mark) => mark.path === path).map(({ id }) => id));
  }
  return found;
}

/** Outlines what is pointed at, and the rest of its row, and brings it into view. */
function show(drawn: Drawn, { marks, here }: { marks: readonly Mark[]; here: string | undefined }): void {
  const row = here === undefined ? undefined : rowOf(here);
  const place = marks.find(({ id }) => id === here)?.path;
  for (const { path = '' } of marks) {
    const element = drawn.elementAt(path);
    element?.removeAttribute('data-svc-row');
    element?.removeAttribute('data-svc-here');
  }
  for (const { id, path = '' } of marks) {
    if (row !== undefined && row > 0 && rowOf(id) === row) drawn.elementAt(path)?.setAttribute('data-svc-row', '');
  }
  const element = place === undefined ? undefined : drawn.elementAt(place);
  element?.setAttribute('data-svc-here', '');
  element?.scrollIntoView({ block: 'nearest' });
}
