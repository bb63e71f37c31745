import { type DefaultTreeAdapterTypes, html as names, parse, defaultTreeAdapter as tree } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A node that is safe to draw. */
export type SafeNode = SafeElement | string;

/** An element with the attributes that are safe to draw. */
export interface SafeElement {
  name: string;
  attributes: [name: string, value: string][];
  children: SafeNode[];
  /** Path from the root, in the parsers' notation. */
  path: string;
}

/** A page to be drawn: without scripts, and without anything that loads or navigates. */
export interface SafePage {
  root: SafeElement;
  /** The style sheets of the page. */
  styles: string[];
}

/** Not part of the tree that the parsers use, so not counted in paths. */
const pruned = new Set(['script', 'style', 'svg', 'math', 'template']);

/** Counted in paths but not drawn, as they load, run, or are invisible. */
const undrawn = new Set(['link', 'meta', 'base', 'title', 'noscript', 'param', 'source', 'track', 'head']);

/** Drawn as boxes with their content, as they load pages and files of other sites, or send input. */
const boxed = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'audio', 'video', 'form', 'portal']);

const kept =
  /^(?:class|id|style|dir|lang|role|title|alt|width|height|colspan|rowspan|hidden|align|valign|bgcolor|color|face|size|cellpadding|cellspacing|border|start|value|placeholder|type|open|aria-[\w-]+|data-[\w-]+)$/;

/** Parses a page into a tree that is safe to draw. Text remains text and is never parsed again. */
export function sanitizePage(html: string): SafePage {
  const document = parse(html);
  const styles: string[] = [];
  const rootElement = document.childNodes.find((node): node is Element => node.nodeName === 'html');
  if (rootElement === undefined) throw new Error('A parsed document always has a root');
  const index = leanChildren(document.childNodes).indexOf(rootElement) + 1;
  return { root: safeElement(rootElement, { path: stepOf(rootElement, index), styles, depth: 0 }), styles };
}

const maxTextLength = 120;

/** The beginnings of the texts at some paths. */
export function textPreviewsAt({ root }: SafePage, paths: ReadonlySet<string>): Map<string, string> {
  const texts = new Map<string, string>();
  const open: SafeElement[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (paths.has(element.path)) texts.set(element.path, textIn(element));
    for (const child of element.children) if (typeof child !== 'string') open.push(child);
  }
  return texts;
}

function textIn(top: SafeElement): string {
  let text = '';
  const open: SafeNode[] = [top];
  for (let node = open.pop(); node !== undefined && text.length < 2 * maxTextLength; node = open.pop()) {
    if (typeof node === 'string') text += node;
    else {
      open.push(' ');
      // The beginnings of the first children are sufficient.
      for (const child of node.children.slice(0, maxTextLength).reverse()) open.push(child);
    }
  }
  const shown = text.replace(/\s+/g, ' ').trim();
  return shown.length > maxTextLength ? `${shown.slice(0, maxTextLength)}…` : shown;
}

/** Maximum number of places of a text. */
const maxPlaces = 64;

/** The paths of the innermost elements whose text is exactly one of these, in page order. */
export function pathsOfTexts({ root }: SafePage, wanted: ReadonlySet<string>): Map<string, string[]> {
  const longest = Math.max(0, ...[...wanted].map((text) => text.length));
  const found = new Map<string, string[]>();
  wholeText(root, 0);
  return found;

  /** The text of an element; undefined if it is longer than all requested texts. */
  function wholeText(element: SafeElement, depth: number): string | undefined {
    let text: string | undefined = '';
    for (const child of element.children) {
      const part: string | undefined = typeof child === 'string' ? child : wholeText(child, depth + 1);
      text = text === undefined || part === undefined || text.length > 2 * longest ? undefined : text + part;
    }
    const said = text?.replace(/\s+/g, ' ').trim() ?? '';
    if (said !== '' && wanted.has(said)) note(said, element.path);
    return text;
  }

  /** An ancestor with the same text is not a separate place. */
  function note(text: string, path: string): void {
    const places = found.get(text) ?? [];
    const isAround = places.at(-1)?.startsWith(`${path}>`) ?? false;
    if (!isAround && places.length < maxPlaces) found.set(text, [...places, path]);
  }
}

interface NodePlace {
  path: string;
  styles: string[];
  depth: number;
}

/** Pages of engines are far less deep, and a deeper one would exhaust the stack. */
const deepest = 1_000;

function safeElement(element: Element, { path, styles, depth }: NodePlace): SafeElement {
  const children: SafeNode[] = [];
  let count = 0;
  let isAfterText = false;
  for (const node of element.childNodes) {
    if (tree.isTextNode(node)) {
      if (!isAfterText) count++;
      isAfterText = true;
      children.push(node.value);
    } else if (tree.isElementNode(node)) {
      if (node.tagName === 'style') styles.push(textOf(node));
      if (isPruned(node)) continue;
      count++;
      isAfterText = false;
      if (depth === deepest) continue;
      const child = safeElement(node, { path: `${path}>${stepOf(node, count)}`, styles, depth: depth + 1 });
      if (!undrawn.has(node.tagName)) children.push(child);
    }
  }
  return { name: drawnName(element), attributes: safeAttributes(element), children, path };
}

/** Adjacent texts are merged; pruned elements, comments and doctypes are omitted. */
function leanChildren(nodes: readonly Node[]): Node[] {
  return nodes.filter((node) => tree.isTextNode(node) || (tree.isElementNode(node) && !isPruned(node)));
}

function isPruned({ tagName, namespaceURI }: Element): boolean {
  return pruned.has(tagName) || namespaceURI !== names.NS.HTML;
}

function stepOf(element: Element, index: number): string {
  const id = element.attrs.find(({ name }) => name === 'id')?.value;
  return id === undefined ? `${element.tagName}:${index}` : `${element.tagName}#${id}`;
}

/** An element with an unknown name is drawn as a plain box too. */
function drawnName({ tagName }: Element): string {
  if (boxed.has(tagName)) return 'div';
  return /^[a-z][a-z0-9]*$/.test(tagName) ? tagName : 'span';
}

function safeAttributes({ tagName, attrs }: Element): [string, string][] {
  const safe = attrs
    .filter(({ name }) => kept.test(name) && !name.startsWith('data-svc-'))
    .map(({ name, value }): [string, string] => [name, value]);
  const target = attrs.find(({ name }) => name === (tagName === 'img' ? 'src' : 'href'))?.value ?? '';
  if (tagName === 'img' && /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i.test(target))
    safe.push(['src', target]);
  if (tagName === 'a') safe.push(['data-svc-href', target]);
  return safe;
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('');
}
