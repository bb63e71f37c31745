import { attributeBits } from '../../html/attributes.js';
import type { Element } from '../../html/tree.js';

/** The classes of a page's elements by hash: tells at little cost which elements may have a class. */
export class ClassIndex {
  private readonly elements: readonly Element[];
  /** For each class of each element, its hash and the element's order. */
  private readonly hashes: number[] = [];
  private readonly owners: number[] = [];
  private readonly known = new Uint8Array(tableSize);

  constructor(elements: readonly Element[]) {
    this.elements = elements;
    for (const element of elements) {
      if (element.children.length > 0 && element.mayHave(classBit)) this.add(element);
    }
  }

  /** Whether an element may have one of the classes that the selectors between two indices name. */
  mayHaveOneIn(selectors: string, from: number, end: number): boolean {
    for (let at = from; at < end; at++) {
      if (selectors.charCodeAt(at) !== DOT) continue;
      let hash = 0;
      for (at++; at < end && isNamePart(selectors.charCodeAt(at)); at++)
        hash = nextHash(hash, selectors.charCodeAt(at));
      if (this.known[hash] === 1) return true;
      at--;
    }
    return false;
  }

  /** The elements that may have one of some classes, in document order. */
  elementsThatMayHave(names: Iterable<string>): Element[] {
    const sought = new Uint8Array(tableSize);
    for (const name of names) {
      let hash = 0;
      for (let at = 0; at < name.length; at++) hash = nextHash(hash, name.charCodeAt(at));
      sought[hash] = 1;
    }
    const orders = new Set<number>();
    for (let i = 0; i < this.hashes.length; i++) if (sought[this.hashes[i]!] === 1) orders.add(this.owners[i]!);
    return Array.from(orders, (order) => this.elements[order]!);
  }

  private add(element: Element): void {
    const written = element.writtenAttribute('class') ?? '';
    const names = written.includes('&') ? (element.attribute('class') ?? '') : written;
    let hash = 0;
    let isInName = false;
    for (let at = 0; at <= names.length; at++) {
      const code = at < names.length ? names.charCodeAt(at) : SPACE;
      if (code > SPACE) {
        hash = nextHash(hash, code);
        isInName = true;
      } else if (isInName) {
        this.known[hash] = 1;
        this.hashes.push(hash);
        this.owners.push(element.order);
        hash = 0;
        isInName = false;
      }
    }
  }
}

const classBit = attributeBits(['class']);
const tableSize = 1 << 14;
const [SPACE, DOT] = [0x20, 0x2e];

function nextHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code + (hash >>> 9)) & (tableSize - 1);
}

/** Whether a character continues a class in a selector; a backslash continues it too, as a class of its own. */
function isNamePart(code: number): boolean {
  return (
    (code > 0x2f && code < 0x3a) ||
    (code > 0x40 && code < 0x5b) ||
    (code > 0x60 && code < 0x7b) ||
    code === 0x2d ||
    code === 0x5f ||
    code > 0x7f
  );
}
