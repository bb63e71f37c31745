import type { Element } from '../html/tree.js';
import { collapse } from '../words/text.js';
import { type Line, linesOf, type Piece, textOfPieces } from './lines.js';

/**
 * The parts of a line such as `YouTube · Channel · 2 years ago`, where each separator is a text node of its own or at
 * an end of one. A separator inside a text node, as in snippets, does not count.
 */
export function partsOfLine({ pieces, text: whole }: Line): string[] {
  if (!separator.test(whole)) return [whole];
  const parts: string[] = [];
  let part = '';
  for (const { text } of pieces) {
    const start = startOf(text);
    const end = endOf(text, start);
    if (start > 0) part = addPart(parts, part);
    part += text.slice(start, end);
    if (end < text.length) part = addPart(parts, part);
  }
  addPart(parts, part);
  return parts;
}

/** The line without the part at its start or end. Keeps the pieces, because the part is never highlighted. */
export function withoutPart(line: Line, part: string): Line {
  const { text } = line;
  if (text.startsWith(part)) return { ...line, text: text.slice(part.length).replace(separatorBefore, '') };
  return { ...line, text: text.slice(0, text.lastIndexOf(part)).replace(separatorBehind, '') };
}

/** A text without the separator at its end. */
export function withoutSeparator(text: string): string {
  return text.replace(separatorBehind, '');
}

/** The line without separators at its ends: another layout may have moved what they separated. */
export function withoutSeparators(line: Line): Line {
  const { pieces } = line;
  const start = pieces.findIndex(isText);
  const end = pieces.findLastIndex(isText) + 1;
  const whole = start > 0 || end < pieces.length ? textOfPieces(pieces.slice(start, end)) : line.text;
  const text = whole.replace(outerSeparators, '');
  return text === line.text ? line : { ...line, text };
}

function isText({ text }: Piece): boolean {
  return !onlySeparator.test(text.trim());
}

const onlySeparator = /^[·•‧|–—-]?$/;
const outerSeparators = /^[·•‧|]\s|\s[·•‧|]$/g;

const separatorBefore = /^\s*[·•‧|–—-]\s*/;
const separatorBehind = /\s?[·•‧|–—-]\s?$/;

/** The parts of a collapsed text such as `YouTube · Channel`, regardless of its elements. */
export function partsOfText(text: string): string[] {
  if (!text.includes('·')) return text === '' ? [] : [text];
  return text.split(dot).filter((part) => part !== '');
}

const dot = /\s·\s/;

/** The lines of an element, split at their dots. */
export function partsOfElement(element: Element): string[] {
  const parts: string[] = [];
  for (const { text } of linesOf(element)) {
    if (!anyDot.test(text)) parts.push(text);
    else for (const part of text.split(anyDot)) addPart(parts, part);
  }
  return parts;
}

export const anyDot: RegExp = /[·⋅•]/;

/** Adds the part unless it is empty; returns the start of the next one. */
function addPart(parts: string[], part: string): string {
  const text = collapse(part);
  if (text !== '') parts.push(text);
  return '';
}

/**
 * Index of the text after a separator at its start, 0 if there is none. A dash that touches a word belongs to the word.
 */
function startOf(text: string): number {
  return startingSeparator.test(text) ? text.search(separator) + 1 : 0;
}

/** Index of a separator at the end; the length if there is none. */
function endOf(text: string, start: number): number {
  const end = text.trimEnd().search(endingSeparator);
  return end < start ? text.length : end;
}

const separator = /[·•‧|–—-]/;
const startingSeparator = /^\s*[·•‧|–—-](?=\s|$)/;
const endingSeparator = /(?<=^|\s)[·•‧|–—-]$/;
