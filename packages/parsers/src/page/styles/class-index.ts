import { attributeBits } from '../../html/attributes.js';
import { attribute, type Element } from '../../html/tree.js';

/** A page's elements by their classes. Each `class` attribute is read once, however many elements have the same one. */
export class ClassIndex {
  private readonly elementsByAttribute = new Map<string, Element[]>();
  private readonly attributesByName = new Map<string, string[]>();

  /** Leaves out elements without children, which show no text. */
  constructor(elements: readonly Element[]) {
    for (const element of elements) {
      if (element.children.length === 0 || !element.mayHave(classBit)) continue;
      const written = element.writtenAttribute('class') ?? '';
      const alike = this.elementsByAttribute.get(written);
      if (alike === undefined) this.elementsByAttribute.set(written, [element]);
      else alike.push(element);
    }
    for (const [written, [element]] of this.elementsByAttribute) this.addNames(written, element!);
  }

  /** Whether an element may have one of the classes that the selectors between two indices name. */
  mayHaveOneIn(selectors: string, from: number, end: number): boolean {
    for (let at = selectors.indexOf('.', from); at !== -1 && at < end; at = selectors.indexOf('.', at + 1)) {
      let after = at + 1;
      while (isNamePart(selectors.charCodeAt(after))) after++;
      if (selectors.charCodeAt(after) === BACKSLASH) return true; // the class is not written as in the attribute
      if (this.attributesByName.has(selectors.slice(at + 1, after))) return true;
    }
    return false;
  }

  /** The elements that have one of some classes, in document order. */
  elementsWith(names: Iterable<string>): Element[] {
    const attributes = new Set<string>();
    for (const name of names) for (const written of this.attributesByName.get(name) ?? []) attributes.add(written);
    const elements = Array.from(attributes, (written) => this.elementsByAttribute.get(written)!).flat();
    return elements.sort((one, other) => one.order - other.order);
  }

  private addNames(written: string, element: Element): void {
    const names = written.includes('&') ? (attribute(element, 'class') ?? '') : written;
    for (const name of names.split(/\s+/)) {
      const attributes = this.attributesByName.get(name);
      if (attributes === undefined) this.attributesByName.set(name, [written]);
      else attributes.push(written);
    }
  }
}

const classBit = attributeBits(['class']);
const BACKSLASH = 0x5c;

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
