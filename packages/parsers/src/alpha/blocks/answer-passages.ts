import { ancestors, attribute, contains, type Element } from '../../html/tree.js';
import type { Line } from '../../page/lines.js';
import { findAll, type Page } from '../../page/page.js';
import { isButton } from '../../page/roles.js';
import { hasText } from '../../page/visible.js';
import type { AnswerSource } from '../../results/block-items.js';
import { fragmentsOf } from './answer-fragments.js';
import { cardsOfSources, sourcesOf } from './answer-sources.js';
import { generatedLines } from './answer-text.js';

/** A line of an answer, with the ids of the chips that close it. */
interface Passage {
  readonly line: Line;
  readonly chips: readonly string[];
}

/** The lines of an answer, and the sources that stand beside those that scripts hold. */
export interface Passages {
  readonly passages: readonly Passage[];
  readonly sources: readonly AnswerSource[];
}

/**
 * The lines of an answer with what its folded parts add where they stand in scripts alone. A chip belongs to the line that
 * it closes.
 */
export function passagesOf(page: Page, answer: Element, lines: readonly Line[]): Passages {
  const fragments = fragmentsOf(page, answer, (place) => isBeside(place, lines));
  const passages: Passage[] = [];
  const sources: AnswerSource[] = [];
  let next = 0;
  for (const line of chipped(page, answer, lines)) {
    while (next < fragments.length && fragments[next]!.place.order < orderOf(line.line)) addFragment(next++);
    passages.push(line);
  }
  while (next < fragments.length) addFragment(next++);
  return { passages, sources };

  function addFragment(index: number): void {
    const inner = fragments[index]!.page;
    const cards = cardsOfSources(inner, inner.document);
    sources.push(...sourcesOf(inner, inner.document, cards));
    passages.push(...chipped(inner, inner.document, generatedLines(inner, inner.document, cards)));
  }
}

/** Whether what is around an empty place shows part of the answer: buttons and dialogs are filled in too. */
function isBeside(place: Element, lines: readonly Line[]): boolean {
  const outer = [...ancestors(place)].find(hasText);
  return outer !== undefined && lines.some(({ block }) => contains(outer, block));
}

function orderOf({ pieces, block }: Line): number {
  return pieces[0]?.parent.order ?? block.order;
}

function chipped(page: Page, answer: Element, lines: readonly Line[]): Passage[] {
  const passages = lines.map((line) => ({ line, chips: [] as string[] }));
  for (const chip of findAll(page, answer, isChip)) {
    const before = passages.findLast(({ line }) => orderOf(line) < chip.order);
    const id = chipOf(chip);
    if (id !== undefined) before?.chips.push(id);
  }
  return passages;
}

function isChip(element: Element): boolean {
  return isButton(element) && chipOf(element) !== undefined;
}

/** The id that ties a chip to its sources: whatever the attribute is called, its value is a UUID. */
function chipOf(element: Element): string | undefined {
  const named = attribute(element, 'data-icl-uuid');
  return named ?? element.attributes.find(({ value }) => uuid.test(value))?.value;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
