import { selectAll } from 'css-select';
import { type AnyNode, Document, Element, type ParentNode, Text } from 'domhandler';
import { decodeBody } from './html/decode.js';
import { isElement, type Element as LeanElement } from './html/tree.js';
import { parseHtmlPage } from './page/page.js';

/** Options of `readDocument`. */
export interface DocumentOptions {
  /**
   * The response's `Content-Type`; its charset decodes a body given as bytes.
   * @default the charset that the body names, else UTF-8
   */
  contentType?: string | undefined;
}

/**
 * Parses a page to a domhandler document, for what the parsers do not read. The document holds what a person can see:
 * no scripts, styles, comments, `svg` or `template`. Every library that works on domhandler's nodes works on it.
 *
 * @throws {PageError} `unrecognised`, with the reason, for a page that is far larger or deeper than any result page
 * @throws {TypeError} for a body that is neither text nor bytes, and for an unknown option
 * @example
 * ```js
 * import { readDocument, select } from '@svc/parsers/document';
 * const document = readDocument('<p><a href="https://tea.example/">tea</a>');
 * console.log(select(document, 'p > a').map((link) => link.attribs.href)); // [ 'https://tea.example/' ]
 * ```
 */
export function readDocument(body: string | Uint8Array, options: DocumentOptions = {}): Document {
  const { contentType, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`Unknown option "${unknown}"; the only option is contentType`);
  const document = new Document([]);
  const open: [LeanElement, ParentNode][] = [[parseHtmlPage(decodeBody(body, contentType)).document, document]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [source, parent] = next;
    for (const child of source.children) {
      if (!isElement(child)) append(parent, new Text(child.data));
      else {
        const element = new Element(child.name, attributesOf(child));
        append(parent, element);
        open.push([child, element]);
      }
    }
  }
  return document;
}

/**
 * The elements below a node that match a CSS selector, in document order.
 *
 * @throws {Error} for an invalid selector
 */
export function select(root: ParentNode, selector: string): Element[] {
  return selectAll<AnyNode, Element>(selector, root);
}

function append(parent: ParentNode, child: Element | Text): void {
  const before = parent.lastChild;
  child.parent = parent;
  child.prev = before;
  if (before) before.next = child;
  parent.children.push(child);
}

function attributesOf({ attributes }: LeanElement): Record<string, string> {
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}
