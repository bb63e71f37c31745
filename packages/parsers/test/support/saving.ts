import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serialize } from 'parse5';
import { parseToChange } from './tree-copies.js';

/** How a tool writes a page that is open in a browser, with the origin of the page. */
type Saving = (page: string, origin: string) => string;

type Element = DefaultTreeAdapterTypes.Element;
type TextNode = DefaultTreeAdapterTypes.TextNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** What browsers, extensions and editors do to a page before or when it is saved. What a person reads stays the same. */
export const savings: Readonly<Record<string, Saving>> = {
  /** "Save as" of browsers: addresses are absolute, and resources are in a folder. */
  'with absolute addresses': (page, origin) =>
    change(page, (element) => {
      for (const attribute of element.attrs) {
        const isLink = attribute.name === 'href' || attribute.name === 'action';
        if (isLink && /^\/(?!\/)/.test(attribute.value)) attribute.value = origin + attribute.value;
        if (attribute.name === 'src' && element.tagName === 'script')
          attribute.value = './Search_files/script.js.download';
      }
    }),
  /** A web archive has a copy of each page that is linked. */
  'with the links of a web archive': (page, origin) =>
    change(page, (element) => {
      const href = element.attrs.find(({ name }) => name === 'href');
      if (element.tagName !== 'a' || href === undefined || !/^(?:\/(?!\/)|https?:)/.test(href.value)) return;
      href.value = `/web/20260102030405/${href.value.startsWith('/') ? origin : ''}${href.value}`;
    }),
  /** Chrome's translation puts every text in two elements. */
  'translated by the browser': (page) =>
    change(
      page,
      () => {},
      (text) => wrap(wrap(text, 'font'), 'font'),
    ),
  /** Dark Reader adds properties to every style. */
  'with darker colors': (page) =>
    change(page, (element) => {
      const style = element.attrs.find(({ name }) => name === 'style');
      if (style === undefined) return;
      style.value = `${style.value.replace(/;?\s*$/, '')}; --darkreader-inline-color: #e8e6e3;`;
      element.attrs.push({ name: 'data-darkreader-inline-color', value: '' });
    }),
  /** A formatter wraps texts. */
  'with lines of at most 80 characters': (page) =>
    change(
      page,
      () => {},
      (text) => {
        text.value = text.value.replace(/ (?=\S+ \S)/g, '\n      ');
      },
    ),
  'with line ends of Windows': (page) => page.replace(/\r?\n/g, '\r\n'),
  /** A framework that renders on the server separates texts by comments. */
  'with comments between words': (page) =>
    change(
      page,
      () => {},
      (text) => {
        const at = text.value.indexOf(' ') + 1;
        const rest = text.value.slice(at);
        if (at === 0 || rest === '') return;
        text.value = text.value.slice(0, at);
        const parent = text.parentNode!;
        const next = parent.childNodes[parent.childNodes.indexOf(text) + 1];
        const added = [defaultTreeAdapter.createCommentNode(' '), defaultTreeAdapter.createTextNode(rest)];
        for (const node of added) {
          if (next === undefined) defaultTreeAdapter.appendChild(parent, node);
          else defaultTreeAdapter.insertBefore(parent, node, next);
        }
      },
    ),
};

function change(page: string, element: (element: Element) => void, text: (text: TextNode) => void = () => {}): string {
  const document = parseToChange(page);
  const texts: TextNode[] = [];
  const waiting: ParentNode[] = [document];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const node of parent.childNodes) {
      if (defaultTreeAdapter.isElementNode(node)) {
        element(node);
        if (!unread.has(node.tagName)) waiting.push(node);
      } else if (defaultTreeAdapter.isTextNode(node) && node.value.trim() !== '') texts.push(node);
    }
  }
  for (const node of texts) text(node);
  return serialize(document);
}

/** Elements whose content is not text of the page. */
const unread = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title', 'textarea', 'option']);

function wrap(node: Element | TextNode, name: string): Element {
  const style = { name: 'style', value: 'vertical-align: inherit;' };
  const outer = defaultTreeAdapter.createElement(name, html.NS.HTML, [style]);
  defaultTreeAdapter.insertBefore(node.parentNode!, outer, node);
  defaultTreeAdapter.detachNode(node);
  defaultTreeAdapter.appendChild(outer, node);
  return outer;
}
