import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse, serialize } from 'parse5';

/** Takes and gives the text of a page. */
export type Mutation = (page: string) => string;

/** Name of a mutation. */
export type MutationName = 'classes' | 'ids' | 'hooks' | 'wrap' | 'bare' | 'everything';

/**
 * Changes that an engine may make to its markup at any time without a person seeing a difference. Each changes a page
 * the same way every time.
 */
export const mutations: Readonly<Record<MutationName, Mutation>> = {
  /** Every class name is another one. */
  classes: (page) => mutate(page, renameClasses),
  /** So is every id but those of the page's regions, which style sheets, scripts and links depend on. */
  ids: (page) => mutate(page, renameId),
  /** Attributes that only scripts read are gone. */
  hooks: (page) => mutate(page, dropHooks),
  /** A quarter of all boxes and spans hold their content in one more of the kind. */
  wrap: (page) => mutate(page, wrapContent),
  /** Scripts, styles and comments are gone. */
  bare: (page) => mutate(page, dropUnseen),
  /** All of it at once. */
  everything: (page) =>
    mutate(page, (element, index) => {
      for (const change of [renameClasses, renameId, dropHooks, dropUnseen, wrapContent]) change(element, index);
    }),
};

/** The names of all mutations. */
export const mutationNames: readonly MutationName[] = Object.keys(mutations) as MutationName[];

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Change = (element: Element, index: number) => void;

function mutate(page: string, change: Change): string {
  const document = parse(page);
  for (const [index, element] of elementsOf(document).entries()) change(element, index);
  return serialize(document);
}

/** All elements, collected before any is changed. Without recursion: a page may nest deeper than the stack. */
function elementsOf(document: ParentNode): Element[] {
  const found: Element[] = [];
  const waiting: ParentNode[] = [document];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const inner = parent.childNodes.filter((node) => defaultTreeAdapter.isElementNode(node));
    found.push(...inner);
    waiting.push(...inner);
  }
  return found;
}

const renameClasses: Change = (element) => {
  replaceValue(element, 'class', (names) => names.replace(/\S+/g, (name) => renamed(name)));
};

const renameId: Change = (element) => {
  replaceValue(element, 'id', (id) => (regionIds.has(id) ? id : renamed(id)));
};

const dropHooks: Change = (element) => {
  element.attrs = element.attrs.filter(({ name }) => !hooks.test(name));
};

const dropUnseen: Change = (element) => {
  element.attrs = element.attrs.filter(({ name, value }) => name !== 'style' || /display:\s*none/.test(value));
  element.childNodes = element.childNodes.filter(({ nodeName }) => !/^(?:script|style|link|#comment)$/.test(nodeName));
};

const wrapContent: Change = (element, index) => {
  const isPhrase = element.tagName === 'span' || element.tagName === 'cite';
  if (!(isPhrase || boxes.has(element.tagName)) || element.childNodes.length === 0 || index % 4 !== 0) return;
  const shell = defaultTreeAdapter.createElement(isPhrase ? 'span' : 'div', html.NS.HTML, []);
  for (const child of [...element.childNodes]) {
    defaultTreeAdapter.detachNode(child);
    defaultTreeAdapter.appendChild(shell, child);
  }
  defaultTreeAdapter.appendChild(element, shell);
};

const boxes = new Set(['div', 'li', 'section', 'article']);

/** Regions, which links and style sheets lead to, and forms and widgets, which scripts of others look for. */
const regionIds = new Set([
  ...['search', 'rso', 'main', 'rcnt', 'center_col', 'rhs', 'topstuff', 'botstuff', 'tads', 'tadsb', 'bottomads'],
  ...['b_results', 'b_content', 'b_context', 'results', 'result-stats', 'pnprev', 'pnnext'],
  ...['captcha-form', 'turnstile-widget', 'sb_form_q'],
]);

const hooks =
  /^(?:js\w+|ping|data-(?:ved|hveid|cid|jsarwt|usg|csrc|sokoban\S*|bm|id|tag|partnertag|iid|priority|sn\w+))$/;

function replaceValue(element: Element, name: string, replace: (value: string) => string): void {
  for (const attribute of element.attrs) if (attribute.name === name) attribute.value = replace(attribute.value);
}

/** Another name, the same for the same name, and never one that means something. */
function renamed(name: string): string {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) >>> 0;
  return `x${hash.toString(36)}`;
}
