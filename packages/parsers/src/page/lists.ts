import { attributeBits } from '../html/attributes.js';
import { attribute, type Element } from '../html/tree.js';
import { isButton, isHeading } from './roles.js';

/** Lists of a page's elements to start from, in document order. */
export interface Lists {
  /** All elements. */
  readonly elements: readonly Element[];
  /** Links with an address. */
  readonly anchors: readonly Element[];
  readonly headings: readonly Element[];
  /** The first element with each id. */
  readonly ids: ReadonlyMap<string, Element>;
  /** The elements with an id that an element before them has. */
  readonly repeated: readonly Element[];
  /**
   * Elements that a person or a script may follow like links: buttons, options, areas of images, links to nowhere, those
   * with that role or an `onclick`.
   */
  readonly scripted: readonly Element[];
  /** Elements, except headings, that may be named by another one through `aria-labelledby`. */
  readonly labelled: readonly Element[];
}

/** Finds the lists in all elements of a page, in one pass. */
export function listsOf(elements: readonly Element[]): Lists {
  const anchors: Element[] = [];
  const headings: Element[] = [];
  const scripted: Element[] = [];
  const labelled: Element[] = [];
  const ids = new Map<string, Element>();
  const repeated: Element[] = [];
  for (const element of elements) {
    const id = element.mayHave(idBit) ? attribute(element, 'id') : undefined;
    if (id !== undefined) {
      if (ids.has(id)) repeated.push(element);
      else ids.set(id, element);
    }
    if (element.name === 'a' && element.hasAttribute('href')) {
      anchors.push(element);
      if (element.passesWritten('href', leadsNowhere) && !isButton(element)) scripted.push(element);
    } else if (mayBeScriptedLink(element)) scripted.push(element);
    if (isHeading(element)) headings.push(element);
    else if (element.mayHave(labelledBit)) labelled.push(element);
  }
  return { elements, anchors, headings, ids, repeated, scripted, labelled };
}

const idBit = attributeBits(['id']);
const labelledBit = attributeBits(['aria-labelledby']);
const roleBit = attributeBits(['role']);
const clickBit = attributeBits(['onclick']);

/** `javascript:…`, `#` */
function leadsNowhere(text: string, from: number, end: number): boolean {
  const first = text[from];
  if (first === '#') return end === from + 1;
  return (
    (first === 'j' || first === 'J') && text.slice(from, from + scriptScheme.length).toLowerCase() === scriptScheme
  );
}

const scriptScheme = 'javascript:';

function mayBeScriptedLink(element: Element): boolean {
  const { name } = element;
  return (
    name === 'button' ||
    name === 'option' ||
    name === 'area' ||
    name === 'a' ||
    (element.mayHave(roleBit) && attribute(element, 'role') === 'link') ||
    (element.mayHave(clickBit) && element.hasAttribute('onclick'))
  );
}
