import type { SafeElement, SafeNode, SafePage } from './page-tree.js';

/** The elements of a drawn page and their paths. */
export interface DrawnPage {
  /** Continues to draw for this many milliseconds; returns whether the whole page is drawn. */
  drawMore(milliseconds: number): boolean;
  elementAt(path: string): HTMLElement | undefined;
  pathOf(element: Element): string | undefined;
}

/** Styles that the inspector adds after those of the page. */
const ownStyle = `
html { background: #fff; color: #202124; color-scheme: light; font-family: system-ui, sans-serif }
:where(a[data-svc-href]) { color: #1a0dab; cursor: pointer }
[data-svc-note] { all: revert; padding: 1em; border: 1px dashed #8b8678; font: 14px system-ui, sans-serif }
body:focus-visible { outline: 3px solid #0b5d52; outline-offset: -3px }
[data-svc-mark=linked] { cursor: pointer !important }
[data-svc-mark=field] { outline: 1px solid #4f46e566 !important; outline-offset: 1px !important; cursor: pointer !important }
[data-svc-mark=dropped] { outline: 2px dashed #c2410c !important; outline-offset: 1px !important; cursor: pointer !important }
[data-svc-row] { outline: 2px solid #4f46e5 !important; outline-offset: 1px !important }
[data-svc-here] { outline: 3px solid #d97706 !important; outline-offset: 2px !important; background-color: #fde68a88 !important }
`;

/**
 * Draws a page into the document of the frame, whose content security policy prevents loading, running and sending.
 * Elements are created by name and attributes are set one by one, so no markup is parsed.
 */
export function drawPage(document: Document, page: SafePage, { isStyled }: { isStyled: boolean }): DrawnPage {
  const elements = new Map<string, HTMLElement>();
  const paths = new WeakMap<Element, string>();
  /** Elements whose children are still to be drawn, in reverse order. */
  const open: { parent: HTMLElement; nodes: readonly SafeNode[]; next: number }[] = [];
  const note = (element: HTMLElement, path: string) => {
    elements.set(path, element);
    paths.set(element, path);
  };
  const { html, body } = emptied(document, [...(isStyled ? page.styles.map(withoutDark) : []), ownStyle]);
  give(html, { attributes: page.root.attributes, isStyled });
  note(html, page.root.path);
  for (const child of page.root.children) {
    if (typeof child === 'string' || child.name !== 'body') fill(body, [child]);
    else {
      give(body, { attributes: child.attributes, isStyled });
      note(body, child.path);
      fill(body, child.children);
    }
  }
  return { elementAt: (path) => elements.get(path), pathOf: (element) => paths.get(element), drawMore };

  function fill(parent: HTMLElement, nodes: readonly SafeNode[]): void {
    open.unshift({ parent, nodes, next: 0 });
  }

  /** In page order, so that the visible part is drawn first. */
  function drawMore(milliseconds: number): boolean {
    const end = performance.now() + milliseconds;
    for (let count = 1; open.length > 0; count++) {
      if (count % 256 === 0 && performance.now() > end) return false;
      step();
    }
    return true;
  }

  function step(): void {
    const work = open.at(-1);
    if (work === undefined) return;
    const child = work.next < maxChildren ? work.nodes[work.next++] : undefined;
    if (child === undefined) {
      const left = work.nodes.length - work.next;
      if (left > 0) work.parent.append(noteOf(document, left));
      open.pop();
    } else if (typeof child === 'string') work.parent.append(child);
    else {
      const element = elementOf(child);
      work.parent.append(element);
      if (child.children.length > 0) open.push({ parent: element, nodes: child.children, next: 0 });
    }
  }

  function elementOf({ name, attributes, path }: SafeElement): HTMLElement {
    const element = document.createElement(name);
    give(element, { attributes, isStyled });
    element.tabIndex = -1; // keyboard navigation uses the lists beside the page
    note(element, path);
    return element;
  }
}

/** The document, emptied except for style sheets. */
function emptied(document: Document, sheets: readonly string[]): { html: HTMLElement; body: HTMLElement } {
  const html = document.documentElement;
  for (const { name } of [...html.attributes]) html.removeAttribute(name);
  const head = document.createElement('head');
  const body = document.createElement('body');
  html.replaceChildren(head, body);
  head.append(...sheets.map((text) => styleOf(document, text)));
  body.tabIndex = 0; // receives the arrow keys, which move through the values
  return { html, body };
}

/** Maximum number of drawn children of an element, as browsers lay out more only slowly, and nobody looks at them. */
const maxChildren = 3_000;

/** A note about the children that are not drawn, which are parsed nevertheless. */
function noteOf(document: Document, left: number): HTMLElement {
  const note = document.createElement('p');
  note.setAttribute('data-svc-note', '');
  note.append(`${left.toLocaleString('en')} more siblings are read, but not drawn.`);
  return note;
}

/** Pages are shown in light colours, as most people see them, whatever the theme of the playground. */
function withoutDark(sheet: string): string {
  return sheet.replace(/prefers-color-scheme\s*:\s*dark/gi, 'max-width:0');
}

function styleOf(document: Document, text: string): HTMLStyleElement {
  const style = document.createElement('style');
  style.textContent = text;
  return style;
}

function give(
  element: HTMLElement,
  { attributes, isStyled }: Pick<SafeElement, 'attributes'> & { isStyled: boolean },
): void {
  for (const [name, value] of attributes) if (isStyled || name !== 'style') element.setAttribute(name, value);
}
