import { attributeBits } from '../../html/attributes.js';
import { AMPERSAND, isSpace } from '../../html/codes.js';
import type { Element } from '../../html/tree.js';

/** An element and its classes. */
export interface ClassedElement {
  readonly element: Element;
  readonly classes: ReadonlySet<string>;
}

/**
 * The elements with children that have one of some classes, in document order, and those whose classes are written with
 * character references. Reads the attributes in place: few elements have one of the classes.
 */
export function elementsWithClasses(elements: readonly Element[], classes: ReadonlySet<string>): Element[] {
  if (classes.size === 0) return [];
  const shapes = new Uint8Array(numberOfShapes);
  for (const name of classes) shapes[shapeOf(name, 0, name.length)] = 1;
  return elements.filter(
    (element) => element.mayHave(classBit) && element.children.length > 0 && element.passesWritten('class', namesOne),
  );

  function namesOne(text: string, from: number, end: number): boolean {
    let start = from;
    for (let at = from; at <= end; at++) {
      const code = at === end ? SPACE : text.charCodeAt(at);
      if (code === AMPERSAND) return true;
      if (!isSpace(code)) continue;
      if (at > start && shapes[shapeOf(text, start, at)] === 1 && classes.has(text.slice(start, at))) return true;
      start = at + 1;
    }
    return false;
  }
}

const classBit = attributeBits(['class']);
const SPACE = 0x20;
const numberOfShapes = 1024;

/** A number that few names share, by their ends and their length. */
function shapeOf(text: string, from: number, end: number): number {
  return (text.charCodeAt(from) + 32 * text.charCodeAt(end - 1) + 137 * (end - from)) & (numberOfShapes - 1);
}
