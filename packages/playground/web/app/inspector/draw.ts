import type { SafeElement, SafeNode, SafePage } from './page-tree.js';

/** The elements of a drawn page and their ways. */
export interface Drawn {
  elementAt(path: string): HTMLElement | undefined;
  pathOf(element: Element): string | undefined;
}

/** What the inspector adds to the page, after its own styles. */
const ownStyle = `
html { background: #fff; color: #202124; color-scheme: light; font-family: sans-serif }
a[data-svc-href] { color: #1a0dab; cursor: pointer }
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
  const note = (element: HTMLElement, path: string) => {
    elements.set(path, element);
    paths.set(element, path);
  };
  const html = document.documentElement;
  for (const { name } of [...html.attributes]) html.removeAttribute(name);
  const head = document.createElement('head');
  const body = document.createElement('body');
  html.replaceChildren(head, body);
  const sheets = [...(isStyled ? styles : []), ownStyle].map((text) => styleOf(document, text));
  head.append(...sheets);
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
  return { elementAt: (path) => elements.get(path), pathOf: (element) => paths.get(element) };

  function fill(top: HTMLElement, nodes: readonly SafeNode[]): void {
    const open: [HTMLElement, readonly SafeNode[]][] = [[top, nodes]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [parent, children] = next;
      for (const child of children) {
        if (typeof child === 'string') parent.append(child);
        else {
          const element = elementOf(child);
          parent.append(element);
          open.push([element, child.children]);
        }
      }
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
