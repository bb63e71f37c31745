import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serialize } from 'parse5';
import { parseToChange } from './tree-copies.js';

/** Changes the text of a page. */
export type Mutation = (page: string) => string;

/** Name of a mutation. */
export type MutationName = 'classes' | 'ids' | 'names' | 'hooks' | 'wrap' | 'bare' | 'everything';

/** Invisible changes that an engine can make to its markup at any time. Each of them is deterministic. */
export const mutations: Readonly<Record<MutationName, Mutation>> = {
  /** Renames every class. */
  classes: (page) => mutate(page, renameClasses),
  /** Renames every id except those of the regions of the page, on which style sheets, scripts and links depend. */
  ids: (page) => mutate(page, renameId),
  /** Renames every class and id, in style sheets and scripts too, as an engine does in a release. */
  names: renameEverywhere,
  /** Removes attributes that only scripts read. */
  hooks: (page) => mutate(page, dropHooks),
  /** Wraps the content of a quarter of all boxes and spans in another element of the same kind. */
  wrap: (page) => mutate(page, wrapContent),
  /** Removes scripts, styles and comments. */
  bare: (page) => mutate(page, dropUnseen),
  /** All of these changes. */
  everything: (page) => mutate(page, renameClasses, renameId, dropHooks, dropUnseen, wrapContent),
};

/** The names of all mutations. */
export const mutationNames: readonly MutationName[] = Object.keys(mutations) as MutationName[];

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Change = (element: Element, index: number) => void;

function mutate(page: string, ...changes: Change[]): string {
  const document = parseToChange(page);
  for (const [index, element] of elementsOf(document).entries()) for (const change of changes) change(element, index);
  return serialize(document);
}

function renameEverywhere(page: string): string {
  const names = new Set<string>();
  const collect: Change = ({ attrs }) => {
    for (const { name, value } of attrs)
      if (isName.test(name)) for (const word of value.match(/\S+/g) ?? []) names.add(word);
  };
  const rename = (name: string): string => (names.has(name) && !regionIds.has(name) ? renamed(name) : name);
  const renameInText: Change = ({ tagName, childNodes: [text] }) => {
    if (text === undefined || !defaultTreeAdapter.isTextNode(text)) return;
    if (tagName === 'style') text.value = text.value.replace(/(?<=[.#])-?[_a-z][\w-]*/gi, rename);
    if (tagName === 'script') {
      const renameWords = (words: string): string => words.replace(/\S+/g, rename);
      text.value = text.value.replace(/(?<=(["']|\\x22))[\w\s:.-]{1,200}(?=\1)/g, renameWords);
    }
  };
  mutate(page, collect);
  return mutate(page, renameClasses, renameId, renameInText);
}

const isName = /^(?:class|id)$/;

/**
 * All elements, collected before any of them changes. Not recursive, as deeply nested pages would overflow the stack.
 */
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

/**
 * The ids of regions, to which links and style sheets refer, and of forms and widgets, to which third-party scripts
 * refer.
 */
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

/** Another name without a meaning. The same name always gives the same one. */
function renamed(name: string): string {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) >>> 0;
  return `x${hash.toString(36)}`;
}
