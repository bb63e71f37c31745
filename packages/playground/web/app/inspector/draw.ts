import type { SafeElement, SafeNode, SafePage } from './page-tree.js';

/** The elements of a drawn page and their ways. */
export interface Drawn {
  /** Draws on until this much time is over; whether all of the page is drawn. */
  more(milliseconds: number): boolean;
  elementAt(path: string): HTMLElement | undefined;
  pathOf(element: Element): string | undefined;
}

/** What the inspector adds to the page, after its own styles. */
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
 * Draws a page into the document of the frame, whose policy lets nothing be loaded, run or sent. Every element is made by
 * its name and given attributes one by one: no markup is parsed.
 */
export function draw(document: Document, { root, styles }: SafePage, { isStyled }: { isStyled: boolean }): Drawn {
  const elements = new Map<string, HTMLElement>();
  const paths = new WeakMap<Element, string>();
  /** Elements whose children are still to be drawn, the next last. */
  const open: { parent: HTMLElement; nodes: readonly SafeNode[]; next: number }[] = [];
  const note = (element: HTMLElement, path: string) => {
    elements.set(path, element);
    paths.set(element, path);
  };
  const { html, body } = emptied(document, [...(isStyled ? styles.map(withoutDark) : []), ownStyle]);
  give(html, { attributes: root.attributes, isStyled });
  note(html, root.path);
  for (const child of root.children) {
    if (typeof child === 'string' || child.name !== 'body') fill(body, [child]);
    else {
      give(body, { attributes: child.attributes, isStyled });
      note(body, child.path);
      fill(body, child.children);
    }
  }
  return { elementAt: (path) => elements.get(path), pathOf: (element) => paths.get(element), more };

  function fill(parent: HTMLElement, nodes: readonly SafeNode[]): void {
    open.unshift({ parent, nodes, next: 0 });
  }

  /** In the order of the page, so that what is seen first is drawn first. */
  function more(milliseconds: number): boolean {
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
    element.tabIndex = -1; // the lists beside the page are what the keyboard goes through
    note(element, path);
    return element;
  }
}

/** The document with nothing in it but style sheets. */
function emptied(document: Document, sheets: readonly string[]): { html: HTMLElement; body: HTMLElement } {
  const html = document.documentElement;
  for (const { name } of [...html.attributes]) html.removeAttribute(name);
  const head = document.createElement('head');
  const body = document.createElement('body');
  html.replaceChildren(head, body);
  head.append(...sheets.map((text) => styleOf(document, text)));
  body.tabIndex = 0; // the arrow keys go through what was read
  return { html, body };
}

/** Children of one element that are drawn: a browser lays out many more only slowly, and nobody looks at them. */
const maxChildren = 3_000;

/** Says in the page what is left out of it; it is read all the same. */
function noteOf(document: Document, left: number): HTMLElement {
  const note = document.createElement('p');
  note.setAttribute('data-svc-note', '');
  note.append(`${left.toLocaleString('en')} more siblings are read, but not drawn.`);
  return note;
}

/** A page is drawn light, as most people see it, whatever the colours of this one. */
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
